/// Finds the files shown in notes by their names.
struct ShownFiles {
    private let tree: SourceTree
    /// The path of every file that is not hidden, by its name; of several, the one nearest to the root. Obsidian refers to a file
    /// by name wherever it is.
    private let placesByName: [String: String]

    init(_ tree: SourceTree) {
        self.tree = tree
        var places: [String: (path: String, depth: Int)] = [:]
        for file in tree.files where MarkdownNote.skip(file.path) != .hidden {
            let depth = file.path.split(separator: "/").count
            if let other = places[file.name], other.depth <= depth { continue }
            places[file.name] = (file.path, depth)
        }
        placesByName = places.mapValues(\.path)
    }

    /// The result for each name, in order; two names of one file count once.
    func files(_ names: [String], shownIn note: String) -> [ShownFile] {
        var seen: Set<ShownFile> = []
        return names.map { file($0, shownIn: note) }.filter { seen.insert($0).inserted }
    }

    private func file(_ name: String, shownIn note: String) -> ShownFile {
        let left = { ShownFile.left(LeftFile(name: name, reason: $0)) }
        guard tree.shape != .file else { return left(.withoutFolder) }
        var places = NoteFiles.places(of: name, in: note)
        if places.isEmpty { return left(.outside) }
        if !name.contains("/"), let elsewhere = placesByName[name] { places.append(elsewhere) }
        for place in places.map({ tree.spelling(of: $0) }) {
            switch tree.lies(at: place) {
            case .nothing: continue
            case .file: return .found(path: place)
            case .link: return left(.outside)
            case .notAFile: return left(.notAFile)
            case .unreadable: return left(.unreadable)
            }
        }
        return left(.notFound)
    }
}
