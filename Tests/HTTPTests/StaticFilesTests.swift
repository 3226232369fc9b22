import HTTP
import Testing

@Suite struct StaticFilesTests {
    private let files = StaticFiles([
        Asset(
            name: "app.css", type: "text/css", bytes: [1, 2, 3],
            digest: [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xff, 0xff]),
        Asset(name: "app.js", type: "text/javascript", bytes: [4], digest: Array(repeating: 0, count: 32)),
    ])

    private func get(_ path: String, _ headers: Headers = Headers()) -> Response {
        files.response(for: Request(method: "GET", path: path, headers: headers))
    }

    @Test func `an asset is kept for a year under the address of its digest`() {
        #expect(files.path(of: "app.css") == "/static/0123456789abcdef/app.css")
        let response = get("/static/0123456789abcdef/app.css")
        #expect(response.status == .ok)
        #expect(response.headers["content-type"] == "text/css")
        #expect(response.headers["cache-control"] == "public, max-age=31536000, immutable")
        guard case .bytes([1, 2, 3]) = response.body else {
            Issue.record("other bytes")
            return
        }
    }

    @Test(arguments: ["\"0123456789abcdef\"", "W/\"0123456789abcdef\"", "*", "\"x\", \"0123456789abcdef\""])
    func `a client that has it is told so`(tag: String) {
        let response = get("/static/0123456789abcdef/app.css", ["if-none-match": tag])
        #expect(response.status == .notModified)
        #expect(response.headers["etag"] == "\"0123456789abcdef\"")
        guard case .bytes([]) = response.body else {
            Issue.record("bytes with a 304")
            return
        }
    }

    @Test(arguments: ["", "0123456789abcdef", "\"0123456789ABCDEF\"", "\"\"", ","])
    func `a client that has something else gets it`(tag: String) {
        #expect(get("/static/0123456789abcdef/app.css", ["if-none-match": tag]).status == .ok)
    }

    @Test(arguments: [
        "/static/0000000000000000/app.css", "/static//app.css", "/static/app.css", "/static/0123456789abcdef/", "/static",
        "/static/0123456789abcdef/app.css/", "/static/0123456789abcdef/app.js", "/static/0123456789abcdef/../app.css", "/", "",
        "/other/0123456789abcdef/app.css", "/static/0123456789ABCDEF/app.css", "/static/0123456789abcdefffff/app.css",
    ])
    func `anything else is not found`(path: String) {
        #expect(get(path).status == .notFound)
    }

    #if !os(WASI)
        @Test func `a name without an asset is a mistake of the program`() async {
            await #expect(processExitsWith: .failure) { _ = StaticFiles([]).path(of: "app.css") }
        }
    #endif
}
