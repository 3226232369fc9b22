/// The files shown in a text, in order, each once. Adding one does not compare it with all others.
struct DistinctFiles {
    private(set) var list: [ShownFile] = []
    private var known: Set<ShownFile> = []

    /// Adds a file, if it is not included yet.
    mutating func add(_ file: ShownFile) {
        if known.insert(file).inserted { list.append(file) }
    }
}
