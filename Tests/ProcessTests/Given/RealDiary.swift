import Foundation

/// The diary of Samuel Pepys, where it lies beside this project: 1,802 entries.
struct RealDiary {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/fixtures/long_diaries/pepys_1660-1664.jrnl.txt").path

    static let isHere = FileManager.default.fileExists(atPath: path)

    /// As a text file of jrnl.
    let text: String
    /// The day of each entry.
    let days: [String]

    init() throws {
        text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: RealDiary.path)), as: UTF8.self)
        days = text.split(separator: "\n").filter { $0.hasPrefix("[1") }.map { String($0.dropFirst().prefix(10)) }
    }

    /// Different words in lower case with so many letters or more, at most 4,000.
    func words(ofAtLeast count: Int) -> [String] {
        let words = Set(text.lowercased().split { !$0.isLetter || !$0.isASCII }.filter { $0.count >= count }.map(String.init))
        return Array(words.sorted().prefix(4000))
    }
}
