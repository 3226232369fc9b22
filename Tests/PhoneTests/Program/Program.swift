import Testing

@main
struct Program {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
