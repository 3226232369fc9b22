import HTTP
import Testing

@Suite struct HeadersTests {
    @Test func `names are compared without regard to case`() {
        var headers: Headers = ["Content-Type": "a", "X": "1"]
        #expect(headers["content-type"] == "a")
        headers["CONTENT-TYPE"] = "b"
        #expect(headers.all("content-type") == ["b"])
        headers["x"] = nil
        #expect(headers.fields.count == 1)
    }

    @Test func `several values of one name stand in their order`() {
        var headers = Headers()
        headers.add("a", "1")
        headers.add("A", "2")
        #expect(headers.all("a") == ["1", "2"])
        #expect(headers["a"] == "1")
    }
}
