import Basics
import CPlatform
import Foundation
import Synchronization

/// Makes a PDF of a page on this machine: by Chromium without a window, with a profile of its own that is thrown away, and
/// without a network.
///
/// The page is handed over as a file in a folder that only the owner can look into, in memory where there is such a folder. The
/// kernel takes the network away where it lets an owner do so (`unshare`); the page itself forbids all that is not in it, too.
package struct PDFPrinter: Sendable {
    /// The folder on a disk in which the page lies, unencrypted, until the PDF is made; `nil` where it is in memory.
    package let folderOnDisk: String?
    private let program: String
    private let places: [String]

    /// Seconds that a PDF may take.
    static let patience: Double = 60

    /// - Parameter environment: `AURALYST_CHROMIUM` names another program than the usual ones.
    /// - Parameter memory: folders in memory for the page; without them those that the machine has.
    /// - Parameter fallback: a folder on a disk in which the page may lie meanwhile, where there is none in memory.
    package init(environment: [String: String], memory: [String]? = nil, fallback: String? = nil) throws(PDFError) {
        guard let program = PDFPrinter.program(environment) else { throw .noBrowser }
        let memory = memory ?? PrivateFolder.placesInMemory(environment)
        folderOnDisk = memory.isEmpty ? fallback : nil
        (self.program, places) = (program, memory.isEmpty ? [fallback].compactMap(\.self) : memory)
    }

    /// Whether a PDF can be made here.
    package static func isThere(_ environment: [String: String]) -> Bool { program(environment) != nil }

    private static func program(_ environment: [String: String]) -> String? {
        let named = environment["AURALYST_CHROMIUM"].flatMap { $0.isEmpty ? nil : $0 }
        let usual = ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap { folder in
            ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map { folder + "/" + $0 }
        }
        let mac = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"].map {
            "/Applications/" + $0
        }
        return (named.map { [$0] } ?? usual + mac).first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        path.hasPrefix("/") && Folder.isFolder(path) == false && FileManager.default.isExecutableFile(atPath: path)
    }

    /// The PDF of a whole page in HTML. A task that is cancelled ends Chromium, and nothing of the page is left when this
    /// returns.
    package func pdf(of page: [UInt8]) async throws -> [UInt8] {
        let making = PDFMaking()
        let result: Result<[UInt8], PDFError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // It waits for another program: not on a thread that all tasks share.
                DispatchQueue.global().async {
                    continuation.resume(returning: Result { () throws(PDFError) in try print(page, making) })
                }
            }
        } onCancel: {
            making.end()
        }
        return try result.get()
    }

    private func print(_ page: [UInt8], _ making: PDFMaking) throws(PDFError) -> [UInt8] {
        let folder = try PrivateFolder(in: places)
        defer { withExtendedLifetime(folder) {} }
        let (source, target) = (folder.path + "/page.html", folder.path + "/page.pdf")
        guard FileManager.default.createFile(atPath: source, contents: Data(page), attributes: [.posixPermissions: 0o600]) else {
            throw .noFolder
        }
        let command = [program] + PDFPrinter.options(folder: folder.path, target: target) + ["file://" + source]
        // Where the kernel forbids a network of one's own, or the sandbox does not work within, it is done without.
        let withoutNetwork = ["/usr/bin/unshare", "--user", "--net", "--map-current-user", "--"]
        let ways =
            FileManager.default.isExecutableFile(atPath: withoutNetwork[0]) ? [withoutNetwork + command, command] : [command]
        for way in ways {
            try run(way, in: folder.path, making)
            if let bytes = FileManager.default.contents(atPath: target), bytes.starts(with: Data("%PDF-".utf8)) {
                return Array(bytes)
            }
        }
        throw .failed
    }

    private static func options(folder: String, target: String) -> [String] {
        var options = [
            "--headless", "--disable-gpu", "--user-data-dir=\(folder)/profile", "--incognito", "--no-first-run",
            "--no-default-browser-check", "--disable-extensions", "--disable-sync", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-breakpad", "--metrics-recording-only",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9",
            "--no-pdf-header-footer", "--print-to-pdf=\(target)",
        ]
        // Chromium refuses to start as root with its sandbox. The page is our own, and forbids itself scripts.
        if getuid() == 0 { options.append("--no-sandbox") }
        return options
    }

    /// Runs a command to its end, quietly, with nothing of this program's environment but where programs and languages are.
    private func run(_ command: [String], in folder: String, _ making: PDFMaking) throws(PDFError) {
        let inherited = Variables.all
        var environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": inherited["LANG"] ?? "C.UTF-8"]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
            environment[name] = folder
        }
        // Chromium makes a socket there, whose path the system limits to 107 characters: the folder it runs in, however long its
        // name.
        environment["TMPDIR"] = "."
        let variables = environment.map { $0 + "=" + $1 }
        if making.isEnded { throw .interrupted }
        let process = unsafe CArguments(command).lend { command in
            unsafe CArguments(variables).lend { unsafe platform_start(command[0], command, $0, folder) }
        }
        guard process > 0 else { throw .failed }
        making.began(process)
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue(label: "auralyst.pdf").async {
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
            ended.signal()
        }
        let isOver = ended.wait(timeout: .now() + PDFPrinter.patience) == .success
        if !isOver {
            endGroup(of: process)
            _ = ended.wait(timeout: .now() + 5)
        }
        making.finished()
        if making.isEnded { throw .interrupted }
        if !isOver { throw .tooSlow }
    }
}

/// One PDF while it is made: what is to be ended when no one wants it any more.
private final class PDFMaking: Sendable {
    private let state = Mutex<(process: pid_t?, isEnded: Bool)>((nil, false))

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Names the process; where the end was asked for in between, it ends at once.
    func began(_ process: pid_t) {
        state.withLock {
            $0.process = process
            if $0.isEnded { endGroup(of: process) }
        }
    }

    /// The process is gone: its number may soon be another's.
    func finished() { state.withLock { $0.process = nil } }

    func end() {
        state.withLock {
            $0.isEnded = true
            if let process = $0.process { endGroup(of: process) }
        }
    }
}

/// Ends a process that leads a group of its own, and all that it has started.
private func endGroup(of process: pid_t) {
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
}
