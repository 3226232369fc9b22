import ArgumentParser
import Basics
import Foundation
import HTTPServer
import Relay

struct Failure: Error {
    let sentence: String
    let hint: String?
    let exit: Int32

    init(_ sentence: String, hint: String? = nil, exit: Int32 = 1) {
        (self.sentence, self.hint, self.exit) = (sentence, hint, exit)
    }

    init(_ error: RelayStorageError, folder: String) {
        switch error {
        case .unavailable, .conflict:
            self.init("the database is busy or cannot be reached", hint: "try again in a moment")
        case .full: self.init("the disk is full", hint: "free some space on the disk that holds \(folder)")
        case .damaged:
            self.init(
                "the database in \(folder) is damaged", hint: "restore it from a backup; the devices send the rest again", exit: 4
            )
        case .noLibrary: self.init("PostgreSQL's library libpq is not installed", hint: "install it (Debian: libpq5)")
        case .refused(let words): self.init("PostgreSQL: \(words)", hint: "check --database, and that the server is running")
        case .newerSchema: self.init("the database was made by a newer version of the relay", hint: "update auralyst-relay")
        case .failed(let reason): self.init("the database failed (\(reason))", hint: "check \(folder)")
        }
    }

    init(_ fault: PhoneAppFault, folder: String) {
        let hint = "copy the whole release there again, then start the relay"
        switch fault {
        case .noRelease:
            self.init("\(folder) has no release of the phone's app", hint: "'make phone' makes one; --app needs its folder")
        case .wrongSignature: self.init("the release in \(folder) has a wrong signature", hint: hint)
        case .missing(let name): self.init("the release in \(folder) is incomplete: \(name) is missing", hint: hint)
        case .differs(let name): self.init("\(name) in \(folder) belongs to another release, or is damaged", hint: hint)
        }
    }

    init(_ error: HTTPServerError) {
        switch error {
        case .addressInUse(let port):
            self.init("another program uses port \(port)", hint: "choose another port with --listen HOST:PORT")
        case .cannotListen(let address, let code):
            self.init(
                "the relay cannot listen at \(address) (code \(code))",
                hint: "choose another address with --listen HOST:PORT")
        }
    }

    static func report(_ error: any Error) -> Int32 {
        let code = AuralystRelay.exitCode(for: error)
        // The parser throws help, version and completion scripts too; they are not errors.
        if code == .success {
            print(AuralystRelay.fullMessage(for: error))
            return 0
        }
        let failure: Failure
        switch error {
        case let error as Failure: failure = error
        case let error as HTTPServerError: failure = Failure(error)
        case _ where code == .validationFailure:
            let message =
                AuralystRelay.message(for: error).split(separator: "\n").first.map(String.init)
                ?? "this command was not understood"
            let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
            failure = Failure(
                sentence.prefix(1).lowercased() + sentence.dropFirst(), hint: "'auralyst-relay --help' shows how to use it",
                exit: 64)
        default: failure = Failure("an unexpected failure", hint: "start it again with --log debug to see more")
        }
        say("error: " + failure.sentence)
        if let hint = failure.hint { say("hint: " + hint) }
        return failure.exit
    }

    static func say(_ line: String) { OpenFile.say("auralyst-relay: " + line + "\n") }
}
