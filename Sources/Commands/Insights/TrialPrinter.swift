import Base
import Findings
import Insights
import Journal
import Ledger
import Records

enum TrialPrinter {
    static func instruction(_ instruction: TrialInstruction) {
        let trial = instruction.trial.value
        let said = instruction.did.map { $0 ? say("; you said: done") : say("; you said: not done") } ?? ""
        Paragraph.tell(TrialWords.instruction(trial, instruction.block.arm), 0, style: .primary)
        Rows.tell("  ", TrialWords().place(instruction) + said, textStyle: .dim)
    }

    static func full(_ shown: ShownTrial) {
        let (trial, words) = (shown.trial.value, TrialWords())
        Paragraph.tell(words.question(trial), 0, style: .bold)
        Rows.tell("", "\(shown.trial.id.short), \(words.state(shown))")
        if let asked = shown.instruction { instruction(asked) }
        print()
        switch shown.answer {
        case .sealed(let day):
            for line in words.plan(trial) { paragraph(line) }
            paragraph(say("Sealed until \(day.longName)."))
        case .none: paragraph(words.stopped(trial))
        case .result(let analysis, let changedLater):
            for line in words.result(trial, analysis, unit: shown.unit) { paragraph(line) }
            if let line = TrialWords.changedLater(changedLater) { paragraph(line) }
            // At 40 columns a table has no room for blanks.
            let (margin, gap) = Terminal.columns < 46 ? ("", " ") : ("  ", "  ")
            print("\n" + margin + ["pair", " with", "without", "difference", "days"].joined(separator: gap))
            for pair in analysis.pairs {
                let numbers = [pair.with, pair.without, pair.difference].map { $0.map(analysis.number) ?? "–" }
                let cells = zip([String(pair.number)] + numbers, [4, 5, 7, 10]).map { $0.leftPadded(to: $1) }
                print(margin + (cells + ["\(pair.daysWith) + \(pair.daysWithout)"]).joined(separator: gap))
            }
            print(say("\nWhat this does not show:"))
            for line in words.caution(trial) { paragraph(line) }
        }
        if !trial.note.isEmpty { print("\n" + Terminal.harmless(trial.note)) }
    }

    /// A sentence, indented and wrapped at the terminal's width.
    static func paragraph(_ text: String) {
        let rows = Rows.wrapped(Terminal.harmless(text), to: min(Terminal.columns, 100) - 4)
        for (index, row) in rows.enumerated() { print((index == 0 ? "  · " : "    ") + row) }
    }
}

/// The JSON of trials (docs/formats/command-line.md).
extension Document {
    /// A trial, without its future and, before the end, without its outcome.
    static func trial(_ shown: ShownTrial) -> JSON {
        let stored = shown.trial
        guard case .object(var members) = plan(stored.value) else { return .null }
        members["id"] = .string(stored.id.description)
        members["journal"] = .string(stored.journal.description)
        members["created"] = time(stored.created)
        members["modified"] = time(stored.modified)
        members["state"] = .string(shown.state.rawValue)
        members["stopped"] = .text(stored.value.stopped?.iso)
        members["blocks"] = .array(shown.begunBlocks.map(block))
        members["today"] = shown.instruction.map(instruction) ?? .null
        members["answers"] = .object(
            Dictionary(stored.value.answers.map { ($0.key.iso, JSON.bool($0.value)) }) { first, _ in first })
        (members["sealed_until"], members["result"]) = (.null, .null)
        switch shown.answer {
        case .sealed(let day): members["sealed_until"] = .string(day.iso)
        case .none: break
        case .result(let analysis, let changedLater): members["result"] = result(shown, analysis, changedLater)
        }
        return .object(members)
    }

    /// The plan of a trial, which may not have begun.
    static func plan(_ trial: Trial) -> JSON {
        let words = TrialWords()
        var (tag, medicine): (String?, String?)
        switch trial.sign {
        case .tag(let name)?: tag = name
        case .medicine(let link)?: medicine = link.description
        case nil: break
        }
        return [
            "kind": .string(Trial.kind), "question": .string(words.question(trial)), "action": .string(trial.action),
            "tag": .text(tag), "medicine": .text(medicine), "outcome": .string(trial.outcome),
            "part": .text(trial.part?.rawValue),
            "block_days": .int(Int64(trial.blockDays)), "pairs": .int(Int64(trial.pairs)), "wash_out": .int(Int64(trial.washOut)),
            "days": .int(Int64(trial.days)), "first": .string(trial.first.iso), "last": .string(trial.last.iso),
            "remind_at": .text(trial.remindAt?.clock), "note": .string(trial.note),
            "plan": .array(words.plan(trial).map(JSON.string)), "concerns": .array(words.concerns(trial).map(JSON.string)),
        ]
    }

    static func instruction(_ instruction: TrialInstruction) -> JSON {
        [
            "trial": .string(instruction.trial.id.description), "day": .string(instruction.day.iso),
            "arm": .string(instruction.block.arm.rawValue), "block": .int(Int64(instruction.block.number)),
            "day_of_block": .int(Int64(instruction.dayOfBlock)), "did": instruction.did.map(JSON.bool) ?? .null,
            "words": .string(TrialWords.instruction(instruction.trial.value, instruction.block.arm)),
        ]
    }

    private static func block(_ block: Trial.Block) -> JSON {
        [
            "number": .int(Int64(block.number)), "pair": .int(Int64(block.pair)), "arm": .string(block.arm.rawValue),
            "first": .text(LocalDay(number: block.days.lowerBound)?.iso),
            "last": .text(LocalDay(number: block.days.upperBound)?.iso),
            "counts_from": .text(LocalDay(number: block.counted.lowerBound)?.iso),
        ]
    }

    private static func result(_ shown: ShownTrial, _ analysis: TrialAnalysis, _ changedLater: Int) -> JSON {
        func number(_ value: Double?) -> JSON { value.map(JSON.double) ?? .null }
        func kept(_ kept: TrialAnalysis.Kept) -> JSON {
            [
                "as_planned": .int(Int64(kept.asPlanned)), "otherwise": .int(Int64(kept.otherwise)),
                "unknown": .int(Int64(kept.unknown)),
            ]
        }
        let (trial, words) = (shown.trial.value, TrialWords())
        return [
            "unit": .string(shown.unit), "difference": number(analysis.difference), "low": number(analysis.interval?.lowerBound),
            "high": number(analysis.interval?.upperBound), "p": number(analysis.p), "least_p": .double(analysis.leastP),
            "pairs_counted": .int(Int64(analysis.counted)), "lower": .int(Int64(analysis.lower)),
            "higher": .int(Int64(analysis.higher)), "days_with": .int(Int64(analysis.daysWith)),
            "days_without": .int(Int64(analysis.daysWithout)), "kept_with": kept(analysis.keptWith),
            "kept_without": kept(analysis.keptWithout), "changed_later": .int(Int64(changedLater)),
            "pairs": .array(
                analysis.pairs.map { pair in
                    [
                        "pair": .int(Int64(pair.number)), "with": number(pair.with), "without": number(pair.without),
                        "days_with": .int(Int64(pair.daysWith)), "days_without": .int(Int64(pair.daysWithout)),
                    ]
                }),
            "words": .array(words.result(trial, analysis, unit: shown.unit).map(JSON.string)),
            "caution": .array(words.caution(trial).map(JSON.string)),
        ]
    }
}
