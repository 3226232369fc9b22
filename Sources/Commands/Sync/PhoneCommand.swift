import ArgumentParser
import Base
import Documents
import Engine
import Ledger

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("phone")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let phone = try await Unlocking.open(options).phoneAddress(over: SyncRound.transport)
        if options.json { return Document.print(phone.json) }
        print("\n  " + Terminal.styled(phone.address, .bold) + "\n")
        for line in QRCode(phone.address)?.lines ?? [] { print("  " + Terminal.styled(line, .paper)) }
        print()
        for (index, step) in phone.steps.enumerated() { Paragraph.tell("\(index + 1). \(step)", 0) }
        print("   auralyst sync approve CODE\n")
        Paragraph.tell(phone.sent(SyncWords.moment), 0)
    }
}

extension PhoneAddress {
    fileprivate var json: JSON {
        [
            "kind": "phone", "address": .string(address), "relay": .string(relay), "version": .string(version),
            "last_sent": SyncWords.rfc(lastSent), "waiting": .int(Int64(waiting)),
        ]
    }
}
