import ArgumentParser
import CPlatform
import Foundation
import Relay

@main
struct AuralystRelay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auralyst-relay",
        abstract: "Keeps sealed journals in step between devices. Reads none of them.",
        discussion: """
              auralyst-relay                    a relay for this machine
              auralyst-relay invite             prints a code for one person's account
              auralyst-relay --sign-up open     anyone may open an account, without a code
              auralyst-relay restored           after a restore from a backup

            Behind a TLS proxy, for your other devices (docs/relay):

              auralyst-relay --host relay.example.org

            Exit codes: 0 done, 1 failed, 4 damaged data, 64 wrong usage.
            """,
        version: RelayProduct.version, subcommands: [Serve.self, Invite.self, Restored.self], defaultSubcommand: Serve.self)

    /// Runs the command and ends the process with its exit code.
    static func main() async {
        _ = platform_forbid_dumps()
        // Its files are only for the user who runs it.
        umask(0o077)
        // A client that disconnects ends its connection, not the program.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            nonisolated(unsafe) var command = try parseAsRoot()
            nonisolated(unsafe) var asyncCommand = unsafe command as? any AsyncParsableCommand
            if unsafe asyncCommand != nil {
                try await unsafe asyncCommand?.run()
            } else {
                try unsafe command.run()
            }
        } catch {
            Foundation.exit(Failure.report(error))
        }
    }
}
