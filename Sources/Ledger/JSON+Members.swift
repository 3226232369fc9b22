extension JSON {
    /// Bytes as lower-case hexadecimal.
    package static func hexadecimal(_ bytes: [UInt8]) -> JSON { .string(hex(bytes)) }

    /// The count under a name; `nil` for anything but a whole number from 0.
    package func count(_ name: String) -> UInt64? { self[name]?.int.flatMap(UInt64.init(exactly:)) }
}
