import Base

/// Command names of earlier versions. They still work, are in no help, and print their new name.
enum OldNames {
    /// The arguments with current names, and the current name if an old one was used.
    static func replaced(in arguments: [String]) -> (arguments: [String], now: String?) {
        let isHelp = arguments.first == "help"
        let words = isHelp ? Array(arguments.dropFirst()) : arguments
        // Short, for a hard moment.
        if words.first == "sos" { return ((isHelp ? ["help"] : []) + ["support"] + words, nil) }
        if words.first == "on-this-day" {
            return (isHelp ? ["help", "list"] : thisDay(words.dropFirst()), "list --on-this-day --on DAY")
        }
        if words.first == "similar" {
            let (options, entries) = parted(words.dropFirst())
            return ((isHelp ? ["help", "search"] : ["search", "--like"] + entries + options), "search --like")
        }
        guard let (count, now) = renamed(words) else { return (arguments, nil) }
        return ((isHelp ? ["help"] : []) + now + words.dropFirst(count), now.joined)
    }

    /// The note about an old name.
    static func tell(_ old: [String], _ now: String) {
        let name = old.first == "help" ? old.last ?? "" : old.first ?? ""
        Terminal.note(say("'auralyst \(name == "keys" ? "keys succeed" : name)' is now 'auralyst \(now)'"))
    }

    /// The number of words in an old name, and their replacement.
    private static func renamed(_ words: [String]) -> (Int, [String])? {
        switch words.first {
        case "mood": return (1, ["suggest-mood"])
        case "wipe-export": return (1, ["export", hasWord(words.dropFirst()) ? "wipe" : "list"])
        case "keys" where words.dropFirst().first == "succeed": return (2, ["keys", "lost-device"])
        default: return nil
        }
    }

    /// `on-this-day 14 March`: the day was several words.
    private static func thisDay(_ arguments: ArraySlice<String>) -> [String] {
        let (options, words) = parted(arguments)
        return ["list", "--on-this-day"] + (words.isEmpty ? [] : ["--on", words.joined]) + options
    }

    /// Whether there is anything but options.
    private static func hasWord(_ arguments: ArraySlice<String>) -> Bool { !parted(arguments).words.isEmpty }

    private static func parted(_ arguments: ArraySlice<String>) -> (options: [String], words: [String]) {
        var (options, words) = ([String](), [String]())
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            options.append(argument)
            if ["--vault", "--profile", "--journal", "--limit", "-n"].contains(argument), let value = rest.popFirst() {
                options.append(value)
            }
        }
        return (options, words)
    }
}
