import Base
import Journal

extension PreferenceFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_preference", sentence, hint: hint, exit: .usage)
        }
        let range = Preferences.idleRange
        return switch self {
        case .idleMinutes(let minutes):
            usage(
                "\(minutes) minutes cannot be the idle time", hint: "choose \(range.lowerBound) to \(range.upperBound) minutes")
        case .dateLanguage(let tag):
            usage("\(Explanation.quoted(tag)) is not the tag of a language", hint: "tags look like en, de or pt-BR")
        case .weekStart(let day):
            usage("\(day) is not a day of the week", hint: "1 is Monday, 7 is Sunday")
        }
    }
}

extension TemplateFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, hint: String) -> Explanation {
            Explanation("bad_template", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .nameEmpty: usage("the template has no name", hint: "a word or two by which you find it again")
        case .nameTooLong(let count):
            usage("a name of \(count) characters is too long for a template", hint: "at most \(Template.nameLength) are taken")
        case .nameHoldsControl: usage("the name of the template is more than one line", hint: "keep it to one line")
        case .textEmpty: usage("the template has no text", hint: "write what an entry shall begin with")
        case .textTooLong(let bytes):
            usage("the template has \(bytes) bytes; it holds at most \(Limits.textBytes)", hint: "split it in two")
        case .textHoldsNUL: usage("the template holds a NUL character, which text cannot have", hint: "is it a binary file?")
        }
    }
}

extension TemplateError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noSuchTemplate:
            Explanation("no_such_template", "this template is not there any more", hint: "another window may have deleted it")
        case .tooMany(let limit):
            Explanation(
                "too_many_templates", "there are \(limit) templates already, which is all there is room for",
                hint: "delete one that is not used")
        case .nameTaken(let name):
            Explanation(
                "template_name_taken", "there is a template called \(Explanation.quoted(name)) already",
                hint: "choose another name", exit: .usage)
        }
    }
}

extension DraftError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .tooMany(let limit):
            Explanation(
                "too_many_drafts", "\(limit) texts are being written already, and not one of them is saved",
                hint: "save or discard some of them; this one is not kept until then")
        case .textTooLong(let bytes):
            Explanation(
                "draft_too_long", "what is typed has \(bytes) bytes; at most \(Limits.textBytes) are kept",
                hint: "save a part of it as an entry of its own", exit: .usage)
        case .fieldTooLong:
            Explanation(
                "draft_field_too_long", "mood, tags or time are too long to be kept",
                hint: "is it a text that was meant for the entry?", exit: .usage)
        }
    }
}
