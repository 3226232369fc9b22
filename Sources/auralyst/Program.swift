import Commands

/// The program: all commands, and the app.
@main
enum Program {
    static func main() async { await Auralyst.run(opening: Open.self) }
}
