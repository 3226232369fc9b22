import Foundation
import Testing

@Suite struct ProgramSizeTests {
    @Test(arguments: ["auralyst", "auralyst-relay"])
    func `a program does not carry Unicode's tables`(name: String) throws {
        let path = URL(fileURLWithPath: Given.program).deletingLastPathComponent().appendingPathComponent(name)
        let bytes = try Data(contentsOf: path, options: .alwaysMapped)
        #expect(
            bytes.range(of: Data("icudt".utf8)) == nil,
            "something in it calls Foundation outside of its essentials: docs/decisions/0012; -Xlinker -Map=FILE names it")
    }
}
