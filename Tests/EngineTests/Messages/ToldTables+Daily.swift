import Base
import Engine
import Journal
import Ledger
import Quotes

extension ToldTables {
    private static let again = "one of Auralyst's own quotes is shown; the server is asked again in a quarter of an hour"

    static let quote: [Told] = [
        Told(
            QuoteError.badBaseURL, "quote_base", "what stands in AURALYST_QUOTES_URL is not the address of a server",
            "it looks like https://zenquotes.io/api; take it away to ask that one"),
        Told(
            QuoteError.badURL, "quote_url", "the address of the quote server cannot be asked",
            "check name and port in AURALYST_QUOTES_URL; take it away to ask zenquotes.io"),
        Told(
            QuoteError.unreachable(.name), "quote_unreachable", "the quote server is not found; is this machine offline?", again),
        Told(QuoteError.unreachable(.connection), "quote_unreachable", "the quote server takes no connection", again),
        Told(
            QuoteError.unreachable(.trust), "quote_unreachable", "the quote server cannot prove that it is the right one", again),
        Told(QuoteError.unreachable(.time), "quote_unreachable", "the quote server did not answer in time", again),
        Told(QuoteError.status(429), "quote_status", "the quote server was asked too often (status 429)", again),
        Told(QuoteError.status(500), "quote_status", "the quote server answered with status 500 instead of a quote", again),
        Told(QuoteError.noData, "quote_no_data", "the quote server answered with nothing", again),
        Told(QuoteError.undecodable, "quote_undecodable", "what the quote server sent cannot be read", again),
        Told(QuoteError.invalidData(.length), "quote_invalid", "the quote server sent far more than a quote", again),
        Told(QuoteError.invalidData(.end), "quote_invalid", "the quote server broke off before its answer was whole", again),
        Told(
            QuoteError.invalidData(.direction), "quote_invalid", "the quote server leads to an address that is not followed",
            again),
        Told(QuoteError.invalidData(.shape), "quote_invalid", "what the quote server sent is not a quote", again),
        Told(QuoteError.invalidData(.text), "quote_invalid", "the quote server sent a quote that cannot be shown", again),
        Told(QuoteError.invalidData(.notice), "quote_invalid", "the quote server sent a notice instead of a quote", again),
        Told(QuoteError.invalidData(.transfer), "quote_invalid", "the answer of the quote server could not be fetched", again),
        Told(
            QuoteError.noLibrary, "quote_no_library", "the library that fetches quotes is not installed",
            "install libcurl (Debian: 'apt install libcurl4'), or turn quotes from the internet off"),
    ]

    static let preference: [Told] = [
        Told(
            PreferenceFault.idleMinutes(0), "bad_preference", "0 minutes cannot be the idle time", "choose 1 to 240 minutes",
            .usage),
        Told(
            PreferenceFault.dateLanguage("de_DE\n"), "bad_preference", "'de_DE�' is not the tag of a language",
            "tags look like en, de or pt-BR", .usage),
        Told(
            PreferenceFault.weekStart(8), "bad_preference", "8 is not a day of the week", "1 is Monday, 7 is Sunday", .usage),
    ]

    static let template: [Told] = [
        Told(
            TemplateFault.nameEmpty, "bad_template", "the template has no name", "a word or two by which you find it again",
            .usage),
        Told(
            TemplateFault.nameTooLong(81), "bad_template", "a name of 81 characters is too long for a template",
            "at most 80 are taken", .usage),
        Told(
            TemplateFault.nameHoldsControl, "bad_template", "the name of the template is more than one line",
            "keep it to one line", .usage),
        Told(
            TemplateFault.textEmpty, "bad_template", "the template has no text", "write what an entry shall begin with", .usage),
        Told(
            TemplateFault.textTooLong(bytes: 1_048_577), "bad_template",
            "the template has 1048577 bytes; it holds at most 1048576", "split it in two", .usage),
        Told(
            TemplateFault.textHoldsNUL, "bad_template", "the template holds a NUL character, which text cannot have",
            "is it a binary file?", .usage),
        Told(
            TemplateError.noSuchTemplate(RecordID(firstBytesOf: [UInt8](repeating: 9, count: 16))), "no_such_template",
            "this template is not there any more", "another window may have deleted it"),
        Told(
            TemplateError.tooMany(limit: 200), "too_many_templates",
            "there are 200 templates already, which is all there is room for", "delete one that is not used"),
        Told(
            TemplateError.nameTaken("Evening"), "template_name_taken", "there is a template called 'Evening' already",
            "choose another name", .usage),
    ]

    static let draft: [Told] = [
        Told(
            DraftError.tooMany(limit: 200), "too_many_drafts",
            "200 texts are being written already, and not one of them is saved",
            "save or discard some of them; this one is not kept until then"),
        Told(
            DraftError.textTooLong(bytes: 1_048_577), "draft_too_long",
            "what is typed has 1048577 bytes; at most 1048576 are kept",
            "save a part of it as an entry of its own", .usage),
        Told(
            DraftError.fieldTooLong, "draft_field_too_long", "mood, tags or time are too long to be kept",
            "is it a text that was meant for the entry?", .usage),
    ]
}

extension Places {
    static func of(quote error: QuoteError) -> Int {
        switch error {
        case .badBaseURL: 0
        case .badURL: 1
        case .unreachable(.name): 2
        case .unreachable(.connection): 3
        case .unreachable(.trust): 4
        case .unreachable(.time): 5
        case .status: 6
        case .noData: 7
        case .undecodable: 8
        case .invalidData(.length): 9
        case .invalidData(.end): 10
        case .invalidData(.direction): 11
        case .invalidData(.shape): 12
        case .invalidData(.text): 13
        case .invalidData(.notice): 14
        case .invalidData(.transfer): 15
        case .noLibrary: 16
        }
    }

    static func of(preference error: PreferenceFault) -> Int {
        switch error {
        case .idleMinutes: 0
        case .dateLanguage: 1
        case .weekStart: 2
        }
    }

    static func of(template error: TemplateFault) -> Int {
        switch error {
        case .nameEmpty: 0
        case .nameTooLong: 1
        case .nameHoldsControl: 2
        case .textEmpty: 3
        case .textTooLong: 4
        case .textHoldsNUL: 5
        }
    }

    static func of(templates error: TemplateError) -> Int {
        switch error {
        case .noSuchTemplate: 0
        case .tooMany: 1
        case .nameTaken: 2
        }
    }

    static func of(draft error: DraftError) -> Int {
        switch error {
        case .tooMany: 0
        case .textTooLong: 1
        case .fieldTooLong: 2
        }
    }
}
