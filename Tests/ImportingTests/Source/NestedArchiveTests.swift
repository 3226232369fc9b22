import Foundation
import GivenValues
import Importing
import Journal
import Testing

@Suite struct NestedArchiveTests {
    private static let note = Array("# Rain".utf8)

    private func inner(_ name: String = "2024-03-14.md") -> [UInt8] { storedZip([(name, NestedArchiveTests.note)]) }

    @Test func `the only archive in an archive is read`() throws {
        let folder = try SampleFolder()
        let path = try folder.zip(
            "outer.zip", [("Café/notes.zip", inner()), ("__MACOSX/Café/._notes.zip", [1]), ("README.txt", [65])])
        let found = try readSource(path)
        #expect(found.format == .markdown)
        #expect(found.output.records.map(\.day.iso) == ["2024-03-14"])
        // What lies beside it is named, not passed over.
        #expect(found.output.problems.map(\.position.file) == ["README.txt"])
        #expect(try readSource(path, .markdown).output.records.count == 1)
    }

    @Test func `an archive beside what is read is named`() throws {
        let folder = try SampleFolder()
        let path = try folder.zip("outer.zip", [("2024-03-15.md", NestedArchiveTests.note), ("more.zip", inner())])
        let output = try readSource(path).output
        #expect(output.records.map(\.day.iso) == ["2024-03-15"])
        #expect(output.problems.map(\.position.file) == ["more.zip"])
    }

    @Test func `several archives in one, and archives two levels deep, are refused`() throws {
        let folder = try SampleFolder()
        let several = try folder.zip("several.zip", [("a.zip", inner()), ("b.zip", inner())])
        #expect(throws: ImportError.severalArchives(["a.zip", "b.zip"])) { try readSource(several) }
        let deep = try folder.zip("deep.zip", [("a.zip", storedZip([("b.zip", inner())]))])
        #expect(throws: ImportError.unknownFormat) { try readSource(deep) }
    }

    @Test func `an archive in an archive unpacks to no more than the outer one may`() throws {
        let folder = try SampleFolder()
        // 3 KB that become 500 KB, which become 75 MB: each step within what an archive alone may do.
        let script = """
            import io,sys,zipfile
            def packed(files):
                out=io.BytesIO()
                with zipfile.ZipFile(out,"w",zipfile.ZIP_DEFLATED,compresslevel=9) as z:
                    for name,data,kind in files: z.writestr(name,data,kind)
                return out.getvalue()
            big=[("2024-03-1%d.md"%i,b" "*(25<<20),zipfile.ZIP_DEFLATED) for i in range(3)]
            inner=packed(big+[("pad.bin",bytes(400_000),zipfile.ZIP_STORED)])
            open(sys.argv[1],"wb").write(packed([("notes.zip",inner,zipfile.ZIP_DEFLATED)]))
            """
        let path = folder.path + "/bomb.zip"
        try runPython(script, path)
        #expect(throws: ImportError.swollenArchive) { try readSource(path) }
    }
}
