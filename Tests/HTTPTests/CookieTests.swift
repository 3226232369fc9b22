import HTTP
import Testing

@Suite struct CookieTests {
    @Test func `a cookie stays with the site, away from scripts`() {
        #expect(Cookie(name: "session", value: "aZ09-_=").header == "session=aZ09-_=; Path=/; HttpOnly; SameSite=Strict")
        #expect(
            Cookie(name: "__Host-s", value: "", isSecure: true, maxAge: 0).header
                == "__Host-s=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0")
    }

    #if !os(WASI)
        @Test func `a cookie that would break the field is a mistake of the program`() async {
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "a", value: "b; Domain=evil") }
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "a", value: "b\r\nset-cookie: c=d") }
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "a b", value: "c") }
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "", value: "c") }
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "ä", value: "c") }
            await #expect(processExitsWith: .failure) { _ = Cookie(name: "a", value: "c", maxAge: -1) }
        }
    #endif

    @Test(arguments: [
        ("a=1", "1"), ("b=2; a=1", "1"), ("a=1; a=2", "1"), (" a = 1 ;b=2", "1"), ("a=x=y", "x=y"), ("a=", ""), ("aa=2;a=1", "1"),
    ])
    func `a request gives the value of a cookie`(line: String, value: String) {
        #expect(Request(method: "GET", path: "/", headers: ["cookie": line]).cookie("a") == value)
    }

    @Test(arguments: ["", "a", ";", "A=1", "b=a", "ba=1", "=1", ";;;=;"])
    func `no cookie is made of something else`(line: String) {
        #expect(Request(method: "GET", path: "/", headers: ["cookie": line]).cookie("a") == nil)
    }
}
