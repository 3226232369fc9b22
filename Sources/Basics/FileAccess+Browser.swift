#if os(WASI)
    import Foundation
    import Synchronization

    // What the C library makes by casts, which Swift does not import.
    package let O_CREAT: Int32 = 1 << 12
    package let O_DIRECTORY: Int32 = 2 << 12
    package let O_EXCL: Int32 = 4 << 12
    package let O_NONBLOCK: Int32 = 4

    /// A browser keeps the files of one origin apart from all others. There are no users among whom rights could be shared, so
    /// every file is the owner's own, and private.
    package enum FileAccess {
        package static let isInBrowser = true
        package static func isOwn(_ about: stat) -> Bool { true }
        package static func makePrivate(_ path: String, isFolder: Bool = false) -> Bool { true }
        package static func makePrivate(_ file: Int32) -> Bool { true }

        /// Syncs all files below a folder, one after the other.
        package static func syncAll(below folder: String) throws(FileFault) {
            var files: [String] = []
            Folder.forEachPath(below: folder) { name, about in
                if about.st_mode & S_IFMT == S_IFREG { files.append(folder + "/" + name) }
            }
            for file in files { try OpenFile(path: file).sync() }
        }
    }

    /// A lock between parts of this program. No other program has the files: the page that started this one holds the browser's
    /// own lock on them.
    package enum FileLock {
        private struct Holder {
            let file: Int32
            let inode: UInt64
            let isShared: Bool
        }

        private static let holders = Mutex<[Holder]>([])

        /// Does not wait: who holds the lock could not go on meanwhile.
        package static func take(_ file: Int32, isShared: Bool = false, patience: Int = 0) throws(FileFault) -> Bool {
            var about = stat()
            guard unsafe fstat(file, &about) == 0 else { throw FileFault(.lock) }
            return holders.withLock { holders in
                holders.removeAll { $0.file == file }
                let others = holders.filter { $0.inode == about.st_ino }
                guard others.isEmpty || isShared && others.allSatisfy(\.isShared) else { return false }
                holders.append(Holder(file: file, inode: about.st_ino, isShared: isShared))
                return true
            }
        }

        package static func close(_ file: Int32) {
            holders.withLock { $0.removeAll { $0.file == file } }
            Foundation.close(file)
        }
    }
#endif
