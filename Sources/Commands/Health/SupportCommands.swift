import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records

struct SupportCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "support",
        subcommands: [
            SupportShow.self, SupportSOS.self, SupportPart<TriggerPart>.self, SupportPart<StepPart>.self,
            SupportPart<BuddyPart>.self,
        ], defaultSubcommand: SupportShow.self)
}

struct SupportShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("support show")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let vault = try Unlocking.open(options)
        var documents: [JSON] = []
        var isFirst = true
        for part in SupportItem.Part.allCases {
            let items = try await vault.supportItems(part)
            if options.json {
                documents += Document.supportItems(items)
            } else if !items.isEmpty {
                if !isFirst { print() }
                isFirst = false
                SupportPrinter.list(items.map(\.item), of: part)
            }
        }
        if options.json { return Document.print(.array(documents)) }
        if isFirst {
            print(say("Your plan is empty. In a calm moment, write down what helps:"))
            print(say("  auralyst support step add Walk around the block"))
            print(say("  auralyst support buddy add Anna --phone \"+43 660 1234567\""))
        }
    }
}

struct SupportSOS: CommandGroup {
    static let path = ["support", "sos"]

    static let configuration = CommandConfiguration(
        "support sos",
        subcommands: [
            SupportSOSShow.self, SupportList<ContactPart>.self, SupportAdd<ContactPart>.self, SupportEdit<ContactPart>.self,
            SupportMove<ContactPart>.self, SupportRemove<ContactPart>.self, SupportRestore<ContactPart>.self,
        ], defaultSubcommand: SupportSOSShow.self)
}

struct SupportSOSShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("support sos show")

    @OptionGroup var options: GlobalOptions

    private static let emergency = say("If someone is in danger, call your local emergency number now.")
    private static let disclaimer = say("Auralyst is not a medical or emergency service. It does not call anyone by itself.")

    func run() async throws {
        if options.json { return try await document() }
        // General help comes first: it needs no passphrase.
        print(Terminal.styled(SupportSOSShow.emergency, .cue))
        print(say("Take one slow breath. This will pass. Call or go to someone you trust."))
        print(Terminal.styled(SupportSOSShow.disclaimer, .dim))
        guard FileManager.default.fileExists(atPath: try options.location.vaultFile) else { return }
        let numbers = LockedNumbers.read(at: try options.location) ?? []
        if !numbers.isEmpty {
            print()
            SupportPrinter.list(numbers, of: .contact, forCalling: true)
        }
        fflush(nil)
        let lists: [(part: SupportItem.Part, items: [StoredSupportItem])]
        do {
            lists = try await self.lists()
        } catch EngineError.locked {
            // Not an error: the general help was printed, and the reader needs no other trouble.
            return print(
                say(
                    "\n\(numbers.isEmpty ? say("Your own numbers are") : say("The rest of your plan is")) locked: 'auralyst unlock --for 15m' asks for the passphrase."
                )
            )
        }
        for list in lists where !list.items.isEmpty && (list.part != .contact || numbers.isEmpty) {
            print()
            SupportPrinter.list(list.items.map(\.item), of: list.part, forCalling: true)
        }
        if lists[0].items.isEmpty {
            print(say("\nYou have not added a number yet: auralyst support sos add NAME --phone NUMBER"))
        }
    }

    private func document() async throws {
        var (lists, isLocked) = ([JSON](repeating: .array([]), count: 3), false)
        do {
            if FileManager.default.fileExists(atPath: try options.location.vaultFile) {
                lists = try await self.lists().map { .array(Document.supportItems($0.items)) }
            }
        } catch EngineError.locked {
            // As in the text output: general help is printed in any case.
            isLocked = true
            let numbers = LockedNumbers.read(at: try options.location) ?? []
            lists[0] = .array(numbers.enumerated().map { Document.supportItem($1, place: $0 + 1) })
        }
        Document.print(
            [
                "kind": "sos", "contacts": lists[0], "buddies": lists[1], "steps": lists[2], "locked": .bool(isLocked),
                "emergency": .string(SupportSOSShow.emergency), "disclaimer": .string(SupportSOSShow.disclaimer),
            ])
    }

    private func lists() async throws -> [(part: SupportItem.Part, items: [StoredSupportItem])] {
        let vault = try Unlocking.open(options)
        var lists: [(part: SupportItem.Part, items: [StoredSupportItem])] = []
        for part in [SupportItem.Part.contact, .buddy, .step] { lists.append((part, try await vault.supportItems(part))) }
        return lists
    }
}

protocol PlanPart {
    static var part: SupportItem.Part { get }
    static var word: String { get }
    static var abstract: String { get }
    static var example: String { get }
    associatedtype Details: PlanDetails
}

protocol PlanDetails: ParsableArguments {
    /// A telephone number; `nil` if none was given, or the part has none.
    var number: String? { get }
    var note: String? { get }
}

/// For a trigger or a step.
struct PlainDetails: PlanDetails {
    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?
    var number: String? { nil }
}

/// For a person or a service.
struct PhoneDetails: PlanDetails {
    @Option(name: .long, help: ArgumentHelp(say("The telephone number, as you would dial it."), valueName: "number")) var phone:
        String?
    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?
    var number: String? { phone }
}

enum TriggerPart: PlanPart {
    typealias Details = PlainDetails
    static let part = SupportItem.Part.trigger
    static let word = "trigger"
    static let abstract = say("Your triggers.")
    static let example = say("An argument")
}

enum StepPart: PlanPart {
    typealias Details = PlainDetails
    static let part = SupportItem.Part.step
    static let word = "step"
    static let abstract = say("What to do, in order.")
    static let example = say("Walk around the block")
}

enum BuddyPart: PlanPart {
    typealias Details = PhoneDetails
    static let part = SupportItem.Part.buddy
    static let word = "buddy"
    static let abstract = say("People who are there for you.")
    static let example = say("Anna --phone \"+43 660 1234567\"")
}

enum ContactPart: PlanPart {
    typealias Details = PhoneDetails
    static let part = SupportItem.Part.contact
    static let word = "sos"
    static let abstract = say("Numbers to call when it is serious.")
    static let example = say("Crisis line --phone 142")
}

struct SupportPart<Named: PlanPart>: CommandGroup {
    static var path: [String] { ["support", Named.word] }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Named.word, abstract: Named.abstract,
            discussion: say(
                """
                Name a line by its number in the list, or by words of it.

                  auralyst support \(Named.word) add \(Named.example)
                  auralyst support \(Named.word) move 3 1
                  auralyst support \(Named.word) remove 2
                """),
            subcommands: [
                SupportList<Named>.self, SupportAdd<Named>.self, SupportEdit<Named>.self, SupportMove<Named>.self,
                SupportRemove<Named>.self, SupportRestore<Named>.self,
            ],
            defaultSubcommand: SupportList<Named>.self)
    }
}

struct SupportList<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: say("List this part of the plan."),
            discussion: say(
                """
                auralyst support \(Named.word)
                auralyst support \(Named.word) list --deleted
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Flag(name: .long, help: say("Only removed lines, which you can restore.")) var deleted = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let items = try await deleted ? vault.deletedSupportItems(Named.part) : vault.supportItems(Named.part)
        if options.json {
            Document.print(.array(Document.supportItems(items)))
        } else if deleted {
            if items.isEmpty { print(say("Nothing was removed.")) }
            for stored in items {
                print(Terminal.styled("  \(stored.id.short)  ", .dim) + SupportPrinter.line(stored.item))
            }
        } else if items.isEmpty {
            print(say("Nothing here yet. For example:\n  auralyst support \(Named.word) add \(Named.example)"))
        } else {
            SupportPrinter.list(items.map(\.item), of: Named.part)
        }
    }
}

struct SupportAdd<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add", abstract: say("Add a line at the end."),
            discussion: say(
                """
                auralyst support \(Named.word) add \(Named.example)
                auralyst support \(Named.word) add Another --note "any time"
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("What it says, or the name.")) var words: [String]
    @OptionGroup var details: Named.Details

    func run() async throws {
        let item = SupportItem(Named.part, name: words.joined, phone: details.number ?? "", note: details.note ?? "")
        if let fault = item.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        let stored = try await vault.addSupportItem(item)
        let place = try await vault.supportItems(Named.part).firstIndex { $0.id == stored.id }.map { $0 + 1 }
        if options.json { return Document.print(Document.supportItem(stored, place: place)) }
        print(say("Saved as \(Named.word) \(place ?? 1): \(SupportPrinter.line(stored.item))"))
    }
}

struct SupportEdit<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit", abstract: say("Change a line."),
            discussion: say(
                """
                auralyst support \(Named.word) edit 2 --name "Something else"
                auralyst support \(Named.word) edit 1 --note "any time"
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp(say("Its number in the list, or its words."), valueName: "which")) var words: [String]
    @Option(name: .long, help: ArgumentHelp(say("What it says, or the name."), valueName: "text")) var name: String?
    @OptionGroup var details: Named.Details

    func run() async throws {
        let vault = try Unlocking.open(options)
        let (stored, place) = try await SupportChoice.find(words, Named.self, in: vault)
        let old = stored.item
        let item = SupportItem(
            old.part, name: name ?? old.name, phone: details.number ?? old.phone, note: details.note ?? old.note, rank: old.rank)
        let changed = try await vault.changeSupportItem(stored.id, to: item)
        if options.json { return Document.print(Document.supportItem(changed, place: place)) }
        print(item == old ? say("Nothing was changed.") : "Changed \(Named.word) \(place): \(SupportPrinter.line(changed.item))")
    }
}

struct SupportMove<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move", abstract: say("Move a line to another place."),
            discussion: say(
                """
                auralyst support \(Named.word) move 3 1       the third becomes the first
                auralyst support \(Named.word) move 1 99      to the end
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp(say("Its number or its words, then the number of its new place."), valueName: "which place"))
    var words: [String]

    func validate() throws {
        if words.count < 2 { throw ValidationError(say("say which line and where it goes, as in 'move 3 1'")) }
    }

    func run() async throws {
        guard let target = words.last.flatMap({ Int($0) }), target > 0 else {
            throw Refusal(
                "bad_place", "'\((words.last ?? "").prefix(40))' is not a place in the list",
                hint: "the places are 1, 2, 3 and so on")
        }
        let vault = try Unlocking.open(options)
        let (stored, place) = try await SupportChoice.find(Array(words.dropLast()), Named.self, in: vault)
        // A position after the end means the end.
        try await vault.moveSupportItem(Named.part, stored.id, by: min(target, OpenVault.supportLimit) - place)
        let items = try await vault.supportItems(Named.part)
        if options.json { return Document.print(.array(Document.supportItems(items))) }
        SupportPrinter.list(items.map(\.item), of: Named.part)
    }
}

struct SupportRemove<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove", abstract: say("Remove a line. What was logged with it stays."),
            discussion: say(
                """
                auralyst support \(Named.word) remove 2
                auralyst support \(Named.word) restore k3f9
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp(say("Its number in the list, or its words."), valueName: "which")) var words: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        let (stored, _) = try await SupportChoice.find(words, Named.self, in: vault)
        try await vault.deleteSupportItem(Named.part, stored.id)
        if options.json { return Document.print(Document.supportItem(stored, place: nil)) }
        print(say("Removed: \(SupportPrinter.line(stored.item))"))
        print(say("'auralyst support \(Named.word) restore \(stored.id.short)' restores it."))
    }
}

struct SupportRestore<Named: PlanPart>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restore", abstract: say("Restore a line that was removed."),
            discussion: say(
                """
                auralyst support \(Named.word) list --deleted
                auralyst support \(Named.word) restore k3f9
                """))
    }

    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp(say("Its words, or what 'remove' has shown."), valueName: "which")) var words: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        let removed = try await SupportChoice.removed(words, Named.self, in: vault)
        let stored = try await vault.restoreSupportItem(Named.part, removed.id)
        let place = try await vault.supportItems(Named.part).firstIndex { $0.id == stored.id }.map { $0 + 1 }
        if options.json { return Document.print(Document.supportItem(stored, place: place)) }
        print(say("Restored as \(Named.word) \(place ?? 1): \(SupportPrinter.line(stored.item))"))
    }
}

/// Finds a line by its number, by its words, or by the beginning of them.
private enum SupportChoice {
    static func find<Named: PlanPart>(
        _ words: [String], _ part: Named.Type, in vault: OpenVault
    ) async throws -> (item: StoredSupportItem, place: Int) {
        let items = try await vault.supportItems(part.part)
        let typed = words.joined
        let wanted = typed.lowercased()
        if let place = Int(typed), items.indices.contains(place - 1) { return (items[place - 1], place) }
        for test in tests(wanted) {
            let found = items.indices.filter { test(items[$0]) }
            if found.count > 1 {
                throw Refusal(
                    "several_lines", "\(found.count) lines fit '\(typed.prefix(40))'",
                    hint: "name it by its number: " + found.map { String($0 + 1) }.joined(separator: ", "))
            }
            if let only = found.first { return (items[only], only + 1) }
        }
        throw Refusal(
            "no_such_line", "no \(part.word) of your plan is '\(typed.prefix(40))'",
            hint: items.isEmpty
                ? "'auralyst support \(part.word) add' writes one down"
                : "'auralyst support \(part.word)' shows them with their numbers",
            exit: .failed)
    }

    /// The same among removed lines: of several with the same words, the one removed last.
    static func removed<Named: PlanPart>(
        _ words: [String], _ part: Named.Type, in vault: OpenVault
    ) async throws -> StoredSupportItem {
        let items = try await vault.deletedSupportItems(part.part)
        let typed = words.joined
        for test in tests(typed.lowercased()) {
            let found = items.filter(test)
            let isOne = found.allSatisfy { $0.item.name.lowercased() == found[0].item.name.lowercased() }
            if !found.isEmpty, !isOne {
                throw Refusal(
                    "several_lines", "\(found.count) removed lines fit '\(typed.prefix(40))'",
                    hint: "type more of its words: "
                        + found.prefix(3).map { "'\(HealthPrinter.oneLine($0.item.name, room: 25))'" }.joined(separator: ", "))
            }
            if let latest = found.first { return latest }
        }
        throw Refusal(
            "no_such_line", "no removed \(part.word) of your plan is '\(typed.prefix(40))'",
            hint: items.first.map { "removed last: '\(HealthPrinter.oneLine($0.item.name, room: 40))'" } ?? "none was removed",
            exit: .failed)
    }

    /// In order of precedence: the words, their beginning, a part of them, the beginning of the id.
    private static func tests(_ wanted: String) -> [(StoredSupportItem) -> Bool] {
        [
            { $0.item.name.lowercased() == wanted }, { $0.item.name.lowercased().hasPrefix(wanted) },
            { wanted.count >= 3 && $0.item.name.lowercased().has(wanted) },
            { wanted.count >= 4 && $0.id.description.hasPrefix(wanted) },
        ]
    }
}

enum SupportPrinter {
    static func list(_ items: [SupportItem], of part: SupportItem.Part, forCalling: Bool = false) {
        print(Terminal.styled(heading(part, forCalling: forCalling), .bold))
        for (index, item) in items.enumerated() {
            Rows.tell(" \(String(index + 1).leftPadded(to: 2))  ", line(item))
        }
    }

    /// `Anna  +43 660 1234567  any time`.
    static func line(_ item: SupportItem) -> String {
        [item.name, item.phone, item.note].filter { !$0.isEmpty }.map { HealthPrinter.oneLine($0) }.joined(separator: "  ")
    }

    private static func heading(_ part: SupportItem.Part, forCalling: Bool) -> String {
        switch part {
        case .trigger: say("What sets it off")
        case .step: forCalling ? say("What helps") : say("What to do")
        case .buddy: say("Who is there")
        case .contact: forCalling ? say("Call") : say("Whom to call")
        }
    }
}
