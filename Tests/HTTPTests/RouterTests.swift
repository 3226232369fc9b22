import HTTP
import Testing

@Suite struct RouterTests {
    private var router: Router {
        var router = Router()
        router.get("/") { _ in .text("root") }
        router.get("/entry/new") { _ in .text("new") }
        router.get("/entry/:id") { .text("entry \($0.parameters["id"] ?? "")") }
        router.post("/entry/:id/:action") { .text("\($0.parameters["action"] ?? "") \($0.parameters["id"] ?? "")") }
        return router
    }

    @Test(arguments: [
        ("GET", "/", "root"), ("HEAD", "/", "root"), ("GET", "/entry/new", "new"), ("GET", "/entry/x y", "entry x y"),
        ("POST", "/entry/7/delete", "delete 7"),
    ])
    func `a request comes to its handler`(method: String, path: String, text: String) async throws {
        guard case .bytes(let bytes) = try await router.respond(to: Request(method: method, path: path)).body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: ["/x", "/entry", "/entry/", "/entry/1/", "/entry/1/2/3", "/Entry/1", "//"])
    func `a path that nothing lives at is not found`(path: String) async {
        await #expect(throws: HTTPFault.notFound) { try await router.respond(to: Request(method: "GET", path: path)) }
    }

    @Test func `a path that knows other methods names them`() async {
        await #expect(throws: HTTPFault.methodNotAllowed(allowed: ["POST"])) {
            try await router.respond(to: Request(method: "GET", path: "/entry/7/delete"))
        }
        await #expect(throws: HTTPFault.methodNotAllowed(allowed: ["GET"])) {
            try await router.respond(to: Request(method: "DELETE", path: "/entry/new"))
        }
    }
}
