import Base

extension QuoteError: Explainable {
    package var explanation: Explanation {
        let again = "one of Auralyst's own quotes is shown; the server is asked again in a quarter of an hour"
        func told(_ code: String, _ sentence: String, hint: String? = nil) -> Explanation {
            Explanation(code, sentence, hint: hint ?? again)
        }
        return switch self {
        case .badBaseURL:
            told(
                "quote_base", "what stands in AURALYST_QUOTES_URL is not the address of a server",
                hint: "it looks like https://zenquotes.io/api; take it away to ask that one")
        case .badURL:
            told(
                "quote_url", "the address of the quote server cannot be asked",
                hint: "check name and port in AURALYST_QUOTES_URL; take it away to ask zenquotes.io")
        case .unreachable(.name): told("quote_unreachable", "the quote server is not found; is this machine offline?")
        case .unreachable(.connection): told("quote_unreachable", "the quote server takes no connection")
        case .unreachable(.trust): told("quote_unreachable", "the quote server cannot prove that it is the right one")
        case .unreachable(.time): told("quote_unreachable", "the quote server did not answer in time")
        case .status(429): told("quote_status", "the quote server was asked too often (status 429)")
        case .status(let code): told("quote_status", "the quote server answered with status \(code) instead of a quote")
        case .noData: told("quote_no_data", "the quote server answered with nothing")
        case .undecodable: told("quote_undecodable", "what the quote server sent cannot be read")
        case .invalidData(.length): told("quote_invalid", "the quote server sent far more than a quote")
        case .invalidData(.end): told("quote_invalid", "the quote server broke off before its answer was whole")
        case .invalidData(.direction): told("quote_invalid", "the quote server leads to an address that is not followed")
        case .invalidData(.shape): told("quote_invalid", "what the quote server sent is not a quote")
        case .invalidData(.text): told("quote_invalid", "the quote server sent a quote that cannot be shown")
        case .invalidData(.notice): told("quote_invalid", "the quote server sent a notice instead of a quote")
        case .invalidData(.transfer): told("quote_invalid", "the answer of the quote server could not be fetched")
        case .noLibrary:
            told(
                "quote_no_library", "the library that fetches quotes is not installed",
                hint: "install libcurl (Debian: 'apt install libcurl4'), or turn quotes from the internet off")
        }
    }
}
