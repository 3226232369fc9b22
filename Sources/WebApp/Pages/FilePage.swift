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

    static func path(of file: RecordID, in entry: RecordID) -> String {
        "/entry/\(entry.description)/file/\(file.description)"
    }

    var html: HTML {
        """
        <p class="way-back"><a href="/entry/\(entry.description)">\(Icon.back)Entry</a></p>
        <header class="file-head"><h1><bdi>\(FileName.harmless(file.name))</bdi></h1><p class="muted">\(FileName.size(file.size))</p></header>
        \(absent.map { "<p class=\"muted\">not here yet: \($0.words)</p>" as HTML } ?? content)
        """
    }

    private var content: HTML {
        let source = "/attachment/\(entry.description)/\(file.id.description)"
        let name = FileName.harmless(file.name)
        let shown: HTML =
            switch AttachmentKind(file.type) {
            case .picture: "<img src=\"\(source)\" alt=\"\(name)\">"
            case .sound: "<audio controls src=\"\(source)\" aria-label=\"\(name)\"></audio>"
            case .film: "<video controls src=\"\(source)\" aria-label=\"\(name)\"></video>"
            case .other: "<p>Files of this kind are not shown here.</p>"
            }
        return """
            <div class="file-shown">\(shown)</div>
            <p class="actions"><a class="button" href="\(source)/save" download>Save a copy</a>\(" <a class=\"button quiet\" href=\"\(source)/save-with-place\" download>Save with its place</a>", if: saysPlace)</p><p class="hint">The copy is not encrypted: anyone who gets it can open it.\(" It does not say where it was taken, unless you save it with its place.", if: saysPlace)</p>
            """
    }
}
