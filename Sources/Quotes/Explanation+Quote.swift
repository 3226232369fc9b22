import Base

extension QuoteError: Explainable {
    package var explanation: Explanation {
        let again: Hint = "a quote from Auralyst's own collection is shown; the server is tried again in 15 minutes"
        func told(_ code: String, _ sentence: Sentence, hint: Hint? = nil) -> Explanation {
            Explanation(code, sentence, hint: hint ?? again)
        }
        return switch self {
        case .badBaseURL:
            told(
                "quote_base", "AURALYST_QUOTES_URL is not the address of a server",
                hint: "set it to an address like https://zenquotes.io/api, or unset it to use that one")
        case .badURL:
            told(
                "quote_url", "the address of the quote server is invalid",
                hint: "check the name and port in AURALYST_QUOTES_URL, or unset it to use zenquotes.io")
        case .unreachable(.name): told("quote_unreachable", "the quote server was not found; is this device offline?")
        case .unreachable(.connection): told("quote_unreachable", "the quote server refused the connection")
        case .unreachable(.trust): told("quote_unreachable", "the quote server's certificate is not trusted")
        case .unreachable(.time): told("quote_unreachable", "the quote server did not answer in time")
        case .status(429): told("quote_status", "the quote server received too many requests (status 429)")
        case .status(let code): told("quote_status", "the quote server answered with status \(code) instead of a quote")
        case .noData: told("quote_no_data", "the quote server sent an empty answer")
        case .undecodable: told("quote_undecodable", "the quote server's answer cannot be read")
        case .invalidData(.length): told("quote_invalid", "the quote server's answer is too long")
        case .invalidData(.end): told("quote_invalid", "the quote server's answer was cut off")
        case .invalidData(.direction): told("quote_invalid", "the quote server redirects to an address that is not allowed")
        case .invalidData(.shape): told("quote_invalid", "the quote server's answer is not a quote")
        case .invalidData(.text): told("quote_invalid", "the quote server sent a quote that cannot be shown")
        case .invalidData(.notice): told("quote_invalid", "the quote server sent a notice instead of a quote")
        case .invalidData(.transfer): told("quote_invalid", "the quote server's answer could not be fetched")
        case .noLibrary:
            told(
                "quote_no_library", "online quotes need libcurl, which is not installed",
                hint: "install it (Debian: 'apt install libcurl4'), or turn online quotes off")
        case .notHere:
            told(
                "quote_not_here", "the app on a phone fetches no quotes: it asks no server but its own",
                hint: "a quote from Auralyst's own collection is shown")
        }
    }
}
