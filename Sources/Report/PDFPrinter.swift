#if !os(WASI)
    import Basics
    import CPlatform
    import Foundation
    import Synchronization

    /// Makes a PDF of a page on this machine, with headless Chromium, a temporary profile and no network.
    ///
    /// The page is passed as a file in a folder that only the owner can read, in memory if there is such a folder. The network is
    /// removed by the kernel if it lets an owner do so (`unshare`); the page itself also forbids everything that is not in it.
    package struct PDFPrinter: Sendable {
        /// The folder on a disk that has the unencrypted page until the PDF is made; `nil` if it is in memory.
        package let folderOnDisk: String?
        private let program: String
        private let places: [String]

        /// The timeout for a PDF, in seconds.
        static let patience: Double = 60

        /// - Parameter environment: `AURALYST_CHROMIUM` names the program instead of the usual ones.
        /// - Parameter memory: folders in memory for the page; `nil` for those of the machine.
        /// - Parameter fallback: a folder on a disk for the page, if there is none in memory.
        package init(environment: [String: String], memory: [String]? = nil, fallback: String? = nil) throws(PDFError) {
            guard let program = PDFPrinter.program(environment) else { throw .noBrowser }
            let memory = memory ?? TemporaryFolder.placesInMemory(environment)
            folderOnDisk = memory.isEmpty ? fallback : nil
            (self.program, places) = (program, memory.isEmpty ? [fallback].compactMap(\.self) : memory)
        }

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

        /// The PDF of a complete HTML page. Cancelling the task ends Chromium; nothing of the page is left when this returns.
        package func pdf(of page: [UInt8]) async throws -> [UInt8] {
            let making = PDFMaking()
            let result: Result<[UInt8], PDFError> = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // It waits for another program, so it must not block a thread shared by all tasks.
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
            guard let folder = TemporaryFolder("auralyst-page-", in: places) else { throw .noFolder }
            defer { withExtendedLifetime(folder) {} }
            let (source, target) = (folder.path + "/page.html", folder.path + "/page.pdf")
            guard FileManager.default.createFile(atPath: source, contents: Data(page), attributes: [.posixPermissions: 0o600])
            else {
                throw .noFolder
            }
            let command = [program] + PDFPrinter.options(folder: folder.path, target: target) + ["file://" + source]
            // If the kernel forbids a separate network, or the sandbox does not work inside one, go on without it.
            let withoutNetwork = ["/usr/bin/unshare", "--user", "--net", "--map-current-user", "--"]
            let ways =
                FileManager.default.isExecutableFile(atPath: withoutNetwork[0]) ? [withoutNetwork + command, command] : [command]
            for way in ways {
                try run(way, in: folder, making)
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
            // Chromium refuses to start as root with its sandbox. The page is our own, and forbids scripts.
            if getuid() == 0 { options.append("--no-sandbox") }
            return options
        }

        /// Runs a command to its end, without output and with only the variables for programs and languages.
        private func run(_ command: [String], in folder: TemporaryFolder, _ making: PDFMaking) throws(PDFError) {
            let inherited = Variables.all
            var environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": inherited["LANG"] ?? "C.UTF-8"]
            for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"] {
                environment[name] = folder.path
            }
            // Chromium makes a socket there, whose path is limited to 107 characters: use its working folder, however long that path
            // is.
            environment["TMPDIR"] = "."
            let variables = environment.map { $0 + "=" + $1 }
            if making.isEnded { throw .interrupted }
            let process = unsafe CArguments(command).lend { command in
                unsafe CArguments(variables).lend { unsafe platform_start(command[0], command, $0, folder.path) }
            }
            guard process > 0 else { throw .failed }
            making.began(process)
            // If this program is killed, what it started must not make the folder again.
            folder.tie(group: process)
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
            folder.tie(group: nil)
            if making.isEnded { throw .interrupted }
            if !isOver { throw .tooSlow }
        }
    }

    /// One PDF being made: what to end when it is cancelled.
    private final class PDFMaking: Sendable {
        private let state = Mutex<(process: pid_t?, isEnded: Bool)>((nil, false))

        var isEnded: Bool { state.withLock { $0.isEnded } }

        /// Sets the process; if it was cancelled meanwhile, the process ends at once.
        func began(_ process: pid_t) {
            state.withLock {
                $0.process = process
                if $0.isEnded { endGroup(of: process) }
            }
        }

        /// The process is gone: its number may soon belong to another one.
        func finished() { state.withLock { $0.process = nil } }

        func end() {
            state.withLock {
                $0.isEnded = true
                if let process = $0.process { endGroup(of: process) }
            }
        }
    }

    /// Ends a process that leads its own group, and everything it has started.
    private func endGroup(of process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
    }
#endif
