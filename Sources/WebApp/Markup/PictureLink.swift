import Base
import Documents
import Engine
import Ledger

/// A picture of an entry that leads to its page, or, with scripts, into the viewer.
struct PictureLink {
    enum Size {
        /// For lists and strips.
        case thumbnail
        /// The original, once it is near the screen.
        case whole
    }

    let entry: RecordID
    let file: AttachmentInfo
    var size = Size.thumbnail
    /// What the person wrote about it.
    var caption = ""
    /// When it is from, for lists of many entries.
    var moment = ""

    private var name: String { FileName.harmless(file.name) }
    private var thumbnail: String { ThumbnailPath.of(file.id, in: entry) }
    private var original: String { FilePage.source(of: file.id, in: entry) }
    /// Of a kind that browsers do not show there is only the thumbnail.
    private var isShown: Bool { AttachmentKind(file.type) == .picture }

    var html: HTML {
        let (whole, words) = (isShown ? original : thumbnail, caption.isEmpty ? name : caption)
        let source = size == .whole ? whole : thumbnail
        return """
            <a class="picture" href="\(FilePage.path(of: file.id, in: entry))" data-whole="\(whole)" data-save="\(original)/save" data-caption="\(caption)" data-entry-page="/entry/\(entry.description)" data-moment="\(moment)"><img src="\(source)" alt="\(moment.isEmpty ? words : "\(words), \(moment)")" loading="lazy" decoding="async"\(" data-thumbnail", if: source == thumbnail)></a>
            """
    }
}
