package enum Value: Hashable, Sendable {
    case null
    case int(Int64)
    case text(String)
    case blob([UInt8])

    package static func int(_ number: Int) -> Value { .int(Int64(number)) }
    package static func int(_ number: Int?) -> Value { number.map { .int(Int64($0)) } ?? .null }
    package static func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    package static func blob(_ bytes: [UInt8]?) -> Value { bytes.map(Value.blob) ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(integerLiteral number: Int64) { self = .int(number) }
    package init(stringLiteral text: String) { self = .text(text) }
}
