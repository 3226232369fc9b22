import Basics
import Documents
import Foundation

/// A file by which the browser gets the app's address with its launch token. Every user of a machine can read the arguments of all
/// programs; this file only its owner, and it is removed when it was used.
package final class LaunchPage: Sendable {
    private let folder: TemporaryFolder

    package var address: String { URL(fileURLWithPath: path).absoluteString }

    private var path: String { folder.path + "/open.html" }

    /// Writes the page that leads to an address; `nil` if there is no place for it.
    package init?(leadingTo address: String) {
        let home = Folder.absolute("~")
        // A browser that was installed by snap reads neither the folders in memory nor hidden ones, but the owner's home.
        let hasSnap = Folder.isFolder(home + "/snap") == true
        let places = (hasSnap ? [] : TemporaryFolder.placesInMemory()) + [home]
        guard let folder = TemporaryFolder("auralyst-open-", in: places) else { return nil }
        self.folder = folder
        let page: HTML = """
            <!doctype html><html><head><meta charset="utf-8"><title>Auralyst</title><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(address)"></head><body><a href="\(address)">Open Auralyst</a></body></html>
            """
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(page.markup.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { return nil }
    }
}
