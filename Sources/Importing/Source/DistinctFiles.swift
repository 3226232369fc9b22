/// The files that a text shows, in their order, each once. However many it shows, none is compared with all the others.
struct DistinctFiles {
    private(set) var list: [ShownFile] = []
    private var known: Set<ShownFile> = []

    /// Adds one, if it is not there yet.
    mutating func add(_ file: ShownFile) {
        if known.insert(file).inserted { list.append(file) }
    }
}
