import Base
import Journal

extension PreferenceFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint) -> Explanation {
            Explanation("bad_preference", sentence, hint: hint, exit: .usage)
        }
        let range = Preferences.idleRange
        return switch self {
        case .idleMinutes(let minutes):
            usage(
                "the vault cannot lock after \(minutes) minutes",
                hint: "choose \(range.lowerBound) to \(range.upperBound) minutes")
        case .dateLanguage(let tag):
            usage(
                "no dates are known in \(Explanation.quoted(tag))",
                hint: .on(
                    commandLine: "use \(DateLanguage.available.map(\.identifier).joined(separator: " ")), or system",
                    page: "choose one of the list"))
        case .weekStart(let day):
            usage("\(day) is not a day of the week", hint: "1 is Monday, 7 is Sunday")
        case .checkInTimes(let typed):
            usage(
                "\(Explanation.quoted(typed)) is not a time or a list of up to \(Preferences.mostCheckIns) times",
                hint: .on(
                    commandLine: "type one such as 21:00, more with commas, or off",
                    page: "type one such as 8:30, more with commas"))
        case .followUpFrom(let typed):
            usage("\(Explanation.quoted(typed)) is not a level from 1 to 10", hint: "choose a number from 1 to 10")
        case .repeatMinutes(let typed):
            usage(
                "\(Explanation.quoted(typed)) is not a number of minutes from 5 to 240",
                hint: .on(commandLine: "choose a number in that range, or off", page: "choose one, or leave it empty"))
        case .icon(let typed):
            usage("\(Explanation.quoted(typed)) is too long for an icon", hint: "use an emoji, or one or two letters")
        case .label(let typed):
            usage("\(Explanation.quoted(typed)) is too long", hint: "use at most \(Looks.labelLength) characters, in one line")
        case .quietHours(let typed):
            usage(
                "\(Explanation.quoted(typed)) is not a beginning and an end",
                hint: .on(
                    commandLine: "type two times such as 22:00-07:00, or off",
                    page: "type two times such as 22:00-07:00, or leave it empty"))
        }
    }
}

extension TemplateFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, hint: Hint) -> Explanation {
            Explanation("bad_template", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .nameEmpty: usage("the template has no name", hint: "give it a name of a word or two")
        case .nameTooLong(let count):
            usage("the template's name has \(count) characters", hint: "use at most \(Template.nameLength)")
        case .nameHoldsControl: usage("the template's name has more than one line", hint: "keep it to one line")
        case .textEmpty: usage("the template has no text", hint: "write the text an entry should begin with")
        case .textTooLong(let bytes):
            usage(
                "the template has \(grouped(bytes)) bytes; it can have at most \(grouped(Limits.textBytes))",
                hint: "split it in two")
        case .textHoldsNUL:
            usage("the template contains a NUL character, so it is not text", hint: "remove it; this may be a binary file")
        }
    }
}

extension TemplateError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noSuchTemplate:
            Explanation("no_such_template", "this template no longer exists", hint: "it may have been deleted in another window")
        case .tooMany(let limit):
            Explanation(
                "too_many_templates", "there are already \(limit) templates, the most there can be",
                hint: "delete one you no longer use")
        case .nameTaken(let name):
            Explanation(
                "template_name_taken", "there is already a template \(Explanation.quoted(name))",
                hint: "choose another name", exit: .usage)
        }
    }
}

extension DraftError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .tooMany(let limit):
            Explanation(
                "too_many_drafts", "there are already \(limit) drafts, so this one was not saved",
                hint: "save or discard some of them")
        case .textTooLong(let bytes):
            Explanation(
                "draft_too_long", "the text has \(grouped(bytes)) bytes; a draft can have at most \(grouped(Limits.textBytes))",
                hint: "save part of it as a separate entry", exit: .usage)
        case .fieldTooLong:
            Explanation(
                "draft_field_too_long", "the mood, tags or time are too long",
                hint: "move long text into the entry", exit: .usage)
        }
    }
}
