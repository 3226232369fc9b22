import Base
import Documents
import Engine
import Ledger

/// The page of one file of an entry. It goes blank at the lock; a file of its own in a tab would not.
struct FilePage {
    let entry: RecordID
    let file: AttachmentInfo
    /// Where the file is, if it is not here yet.
    let absent: AbsentFile?
    /// It says where it was taken.
    let saysPlace: Bool
    /// All pictures of the entry, if it is one.
    let pictures: [AttachmentInfo]

    static func path(of file: RecordID, in entry: RecordID) -> String {
        "/entry/\(entry.description)/file/\(file.description)"
    }

    /// The address of its bytes.
    static func source(of file: RecordID, in entry: RecordID) -> String {
        "/attachment/\(entry.description)/\(file.description)"
    }

    var html: HTML {
        """
        <p class="way-back"><a href="/entry/\(entry.description)">\(Icon.back)Entry</a></p>
        <header class="file-head"><h1><bdi>\(FileName.harmless(file.name))</bdi></h1><p class="muted">\(FileName.size(file.size))</p></header>
        \(absent.map { "<p class=\"muted\">not here yet: \($0.words)</p>" as HTML } ?? content)\(ways)
        """
    }

    /// To the pictures before and after it.
    private var ways: HTML? {
        guard pictures.count > 1, let place = pictures.firstIndex(where: { $0.id == file.id }) else { return nil }
        func way(_ place: Int, _ label: HTML, _ relation: HTML) -> HTML? {
            guard pictures.indices.contains(place) else { return nil }
            return
                "<li class=\"entry-\(relation)\"><a class=\"button quiet\" rel=\"\(relation)\" href=\"\(FilePage.path(of: pictures[place].id, in: entry))\">\(label)</a></li>"
        }
        return """
            <nav class="entry-ways" aria-label="Other photos"><ul>\(way(place - 1, "\(Icon.back)Previous", "prev"))<li class="muted">\(place + 1) of \(pictures.count)</li>\(way(place + 1, "Next\(Icon.back)", "next"))</ul></nav>
            """
    }

    private var content: HTML {
        let source = FilePage.source(of: file.id, in: entry)
        let name = FileName.harmless(file.name)
        let shown: HTML =
            switch AttachmentKind(file.type) {
            case .picture: "<img src=\"\(source)\" alt=\"\(name)\">"
            case .sound: "<audio controls src=\"\(source)\" aria-label=\"\(name)\"></audio>"
            case .film: "<video controls src=\"\(source)\" aria-label=\"\(name)\"></video>"
            case .other where MediaType.isPicture(file.type):
                "<img src=\"\(ThumbnailPath.of(file.id, in: entry))\" alt=\"\(name)\" data-thumbnail><p>Browsers show no pictures of this kind: this is a small copy.</p>"
            case .other: "<p>Files of this kind are not shown here.</p>"
            }
        return """
            <div class="file-shown">\(shown)</div>
            <p class="actions"><a class="button" href="\(source)/save" download>Save a copy</a>\(" <a class=\"button quiet\" href=\"\(source)/save-with-place\" download>Save with its place</a>", if: saysPlace)</p><p class="hint">The copy is not encrypted: anyone who gets it can open it.\(" It does not say where it was taken, unless you save it with its place.", if: saysPlace)</p>
            """
    }
}
