/// `auralyst -3` and `auralyst @walk`, as jrnl reads them: the last three entries, and those with a tag.
enum ListShorthand {
    /// The same as words of `list`; `nil` for anything else.
    static func arguments(_ arguments: [String]) -> [String]? {
        guard let first = arguments.first else { return nil }
        if first.hasPrefix("-"), let count = Int(first.dropFirst()), count > 0 {
            return ["list", "--limit", String(count)] + arguments.dropFirst()
        }
        let tags = arguments.prefix { $0.hasPrefix("@") && $0.count > 1 }
        guard !tags.isEmpty else { return nil }
        return ["list"] + tags.flatMap { ["--tag", String($0.dropFirst())] } + arguments.dropFirst(tags.count)
    }
}
