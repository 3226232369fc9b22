import Insights

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `simulate-insights [--quick] [--only WORDS] [--diaries N] [--seed S] [--threads T] | --time SEED`: how often Insights shows people a pattern
/// that is not there, and how often it finds one that is. Writes Markdown; exits with 1 if a published bound is broken by more
/// than chance.
@main
struct SimulateInsights {
    static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(64)
        }
        if let seed = options.timed { return print(Timing.fullLook(seed: seed)) }
        let simulation = Simulation(diaries: options.diaries, seed: options.seed, threads: options.threads)
        let plan = options.isQuick ? Plan.quick : Plan.whole
        print(Document.opening(command: options.command, diaries: options.diaries), terminator: "")
        var broken: [String] = []
        func rows(_ cells: [Cell]) async -> [Table.Row] {
            // Results so far can be read while the rest is computed.
            fflush(nil)
            var rows: [Table.Row] = []
            for cell in cells { rows.append((cell, await simulation.run(cell))) }
            return rows
        }
        func run(_ cells: [Cell]) async -> [Table.Row] {
            let rows = await rows(cells.filter { options.only.map($0.title.contains) ?? true })
            broken += Table.broken(rows)
            return rows
        }
        let noise = await run(plan.noise)
        broken += Table.broken(Table.together(noise))
        print("## Shown where there is nothing\n\n" + Table.noise(noise))
        print("### Each family at .05 in one report, where it can ask something\n\n" + Table.families(noise))
        print("## Found where there is something: one report\n\n" + Table.power(await run(plan.reports)))
        print("## Found where there is something: watched, then confirmed\n\n" + Table.power(await run(plan.watches)))
        print("## Notes that depend on how bad a day is\n\n" + Table.power(await run(plan.uneven), first: "people"))
        print("## What comes together\n\n" + Table.power(await run(plan.companions)))
        var frontier: [(rule: Watcher.Rule, noise: Table.Row, power: Table.Row)] = []
        for point in options.only.map({ $0 == "rules" }) ?? true ? plan.frontier : [] {
            // Only the rule that is used has to hold its bounds, and it has been counted above.
            let both = await rows([point.noise, point.power])
            frontier.append((point.rule, both[0], both[1]))
        }
        if !frontier.isEmpty { print("## Rules for watching factors\n\n" + Document.frontier + Table.frontier(frontier)) }
        print(broken.isEmpty ? "All bounds hold." : "Broken:\n\n" + broken.map { "- \($0)\n" }.joined())
        exit(broken.isEmpty ? 0 : 1)
    }
}

struct Options {
    var diaries: Int
    var seed: UInt64 = 1
    var threads = 2
    var isQuick = false
    /// Only rows whose first column contains this; `rules` for the comparison of rules.
    var only: String?
    /// Instead of a simulation, measure the seconds of one full look at a diary of this seed.
    var timed: UInt64?

    static let usage = "usage: simulate-insights [--quick] [--only WORDS] [--diaries N] [--seed S] [--threads T] | --time SEED"

    /// `nil` if anything is not understood.
    init?(_ arguments: [String]) {
        var diaries: Int?
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            if flag == "--quick" {
                isQuick = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch (flag, UInt64(value), Int(value)) {
            case ("--diaries", _, let number?) where number > 0: diaries = number
            case ("--threads", _, let number?) where (1...64).contains(number): threads = number
            case ("--seed", let number?, _): seed = number
            case ("--time", let number?, _): timed = number
            case ("--only", _, _): only = value
            default: return nil
            }
        }
        self.diaries = diaries ?? (isQuick ? 40 : 400)
    }

    /// The command that produces the same result.
    var command: String { "simulate-insights \(isQuick ? "--quick " : "")--diaries \(diaries) --seed \(seed)" }
}
