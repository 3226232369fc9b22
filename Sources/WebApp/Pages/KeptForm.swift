import Base
import Documents
import HTTP

/// A form with text that arrived while the vault was locked. Its fields are kept in the unlock page and sent again once the vault
/// is open, so that a lock never loses typed text.
struct KeptForm: Sendable {
    let path: String
    let isMultipart: Bool
    /// Its fields, without its token.
    let fields: FormFields
    /// Whether it had files, which are not kept.
    var hadFiles = false

    static let limit = (1 << 20) + (64 << 10)
    /// The most bytes of files skipped to reach the fields after them.
    private static let skipLimit = 64 << 20

    /// Forms with a person's text. Those of keys and settings are excluded: a passphrase is not kept.
    private static func carriesText(_ path: String) -> Bool {
        path == "/entries" || path.hasPrefix("/entry/") || path == "/settings/templates" || path.hasPrefix("/settings/templates/")
    }

    /// Reads the form of a request; `nil` if it has no text worth keeping.
    init?(reading request: Request) async {
        guard request.method == "POST", KeptForm.carriesText(request.path) else { return nil }
        path = request.path
        if let parts = try? request.multipart() {
            isMultipart = true
            var read = FormFields()
            // Fields before an interruption are kept as well.
            try? await KeptForm.read(parts, into: &read, hadFiles: &hadFiles)
            fields = read
        } else {
            isMultipart = false
            // An incomplete form stays in the browser, which says that it was not sent.
            guard let read = try? await request.form(limit: 4 << 20) else { return nil }
            fields = FormFields(read.pairs.filter { $0.name != "form-token" })
        }
        guard let text = fields["text"], !text.isEmpty else { return nil }
    }

    /// Reads the kept fields from the form of the unlock page, if there are any.
    init?(in form: FormFields) {
        guard let path = form["kept-path"], KeptForm.carriesText(path), (try? Target(path)) != nil else { return nil }
        self.path = path
        isMultipart = form["kept-kind"] == "multipart"
        hadFiles = form["kept-files"] == "yes"
        fields = FormFields(
            form.pairs.filter { $0.name.hasPrefix("kept-field-") }.map { (String($0.name.dropFirst(11)), $0.value) })
    }

    private static func read(_ parts: Multipart, into fields: inout FormFields, hadFiles: inout Bool) async throws {
        var room = limit
        var skipped = 0
        while let part = try await parts.nextPart() {
            guard part.fileName == nil else {
                while let piece = try await parts.nextPiece() {
                    hadFiles = true
                    skipped += piece.count
                    guard skipped <= skipLimit else { return }
                }
                continue
            }
            let text = try await parts.text(limit: room)
            room -= text.utf8.count
            if part.name != "form-token" { fields.pairs.append((part.name, text)) }
        }
    }

    var inputs: HTML {
        let kept = fields.pairs.html { "<input type=\"hidden\" name=\"kept-field-\($0.name)\" value=\"\($0.value)\">" }
        return """
            <input type="hidden" name="kept-path" value="\(path)"><input type="hidden" name="kept-kind" value="\(isMultipart ? "multipart" : "plain")">
            \("<input type=\"hidden\" name=\"kept-files\" value=\"yes\">", if: hadFiles)\(kept)
            """
    }

    var note: HTML {
        let files: HTML = " Files are not included: add them again afterwards."
        return """
            <p class="notice kept" id="kept-note">What you wrote is kept on this page. It is saved as soon as you unlock.\(files, if: hadFiles)</p>
            """
    }

    /// The form as the browser would send it in a new session.
    /// - Parameter cookie: the value of the session's cookie.
    func request(like request: Request, cookieName: String, cookie: String, formToken: String) -> Request {
        var again = request
        again.path = path
        again.query = FormFields()
        again.headers["cookie"] = "\(cookieName)=\(cookie)"
        again.headers["content-length"] = nil
        var all = fields.pairs
        all.insert(("form-token", formToken), at: 0)
        let bytes: [UInt8]
        if isMultipart {
            let boundary = RandomName.make()
            again.headers["content-type"] = "multipart/form-data; boundary=\(boundary)"
            bytes = PartToSend.encode(all.map { PartToSend($0.name, $0.value) }, boundary: boundary)
        } else {
            again.headers["content-type"] = "application/x-www-form-urlencoded"
            bytes = Array(FormFields(all).encoded.utf8)
        }
        again.body = RequestBody(bytes)
        return again
    }
}
