import Testing

@main
struct Program {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

/// A relay, which takes part in some tests, locks its folder; nobody else is there.
@_cdecl("flock")
func flock(_ file: Int32, _ operation: Int32) -> Int32 { 0 }
