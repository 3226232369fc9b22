import Basics

/// The text form of an age file, decoded line by line: strict Base64 between two markers, white space around them.
struct AgeArmor {
    private var input: AgeInput
    private var isAtEnd = false

    private static let begin = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
    private static let end = Array("-----END AGE ENCRYPTED FILE-----".utf8)
    private static let columns = 64
    private static let lineBytes = 48
    /// How much white space may precede and follow, as in `age`.
    private static let mostBlanks = 1024

    /// Whether this beginning of a file looks like armor: dashes after white space.
    static func isMeant(_ beginning: [UInt8]) -> Bool {
        beginning.drop(while: isBlank).starts(with: Array("-----BEGIN".utf8))
    }

    /// How many bytes `isMeant` needs to see.
    static let sight = mostBlanks + begin.count

    /// Skips to the first line after the opening marker.
    init(_ input: AgeInput) throws(AgeError) {
        self.input = input
        var blanks = 0
        while true {
            let line = try nextLine()
            if line == Self.begin { return }
            blanks += line.count + 1
            guard line.allSatisfy(Self.isBlank), blanks <= Self.mostBlanks else { throw .damagedArmor }
        }
    }

    /// The next 48 bytes or fewer; none at the end, once everything was checked.
    mutating func next() throws(AgeError) -> [UInt8] {
        guard !isAtEnd else { return [] }
        let line = try nextLine()
        if line == Self.end {
            try finish()
            return []
        }
        guard (1...Self.columns).contains(line.count), line.count % 4 == 0,
            let bytes = Base64.bytes(String(decoding: line, as: UTF8.self)),
            Base64.text(bytes).utf8.elementsEqual(line)
        else { throw .damagedArmor }
        if bytes.count < Self.lineBytes {
            guard try nextLine() == Self.end else { throw .damagedArmor }
            try finish()
        }
        return bytes
    }

    private mutating func finish() throws(AgeError) {
        isAtEnd = true
        let rest = try input.read(Self.mostBlanks + 1)
        guard rest.count <= Self.mostBlanks, rest.allSatisfy(Self.isBlank) else { throw .damagedArmor }
    }

    /// The next line, without its line feed and one carriage return before it.
    private mutating func nextLine() throws(AgeError) -> [UInt8] {
        var line: [UInt8]
        switch try input.line(atMost: Self.mostBlanks + 1) {
        case .whole(let whole): line = whole
        case .unfinished(let rest) where !rest.isEmpty: line = rest
        case .unfinished, .tooLong: throw .damagedArmor
        }
        if line.last == 0x0d { line.removeLast() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
