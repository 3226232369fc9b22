import Journal
import Ledger

/// One record of an export that may count, in a compact form: there can be millions.
package struct HealthPiece: Hashable {
    /// Seconds since 1970.
    package var start: Int64
    /// Seconds; 0 for a moment.
    package var length: Int32
    /// Steps, the number of a symptom's value, or a quantity in its unit here.
    package var value: Double
    package var source: UInt16
    package var what: What
    /// Minutes east of UTC, as the export writes its times.
    var offset: Int16
    /// The number of its zone; 0 for none.
    package var zone: UInt16

    /// Steps, a sleep stage, a symptom or a quantity, in one byte.
    package enum What: Hashable {
        case steps
        case sleep(SleepStage)
        /// A symptom, by its index in `HealthSymptom.all`.
        case symptom(Int)
        /// A quantity by its index in `HealthQuantity.all`, with the index of its unit (0 to 7).
        case quantity(Int, unit: Int)

        var byte: UInt8 {
            switch self {
            case .steps: 0
            case .sleep(let stage): 1 + stage.rawValue
            case .symptom(let number): 16 + UInt8(clamping: min(number, 111))
            case .quantity(let number, let unit): 128 + UInt8(clamping: number * 8 + unit)
            }
        }

        init(byte: UInt8) {
            if byte >= 128 {
                self = .quantity(Int(byte - 128) / 8, unit: Int(byte) % 8)
            } else if byte >= 16 {
                self = .symptom(Int(byte) - 16)
            } else if let stage = byte == 0 ? nil : SleepStage(rawValue: byte - 1) {
                self = .sleep(stage)
            } else {
                self = .steps
            }
        }
    }

    var span: Range<Int64> { start..<start + Int64(length) }

    /// The days of UTC that it overlaps, as numbers since 1970.
    var days: ClosedRange<Int> {
        let first = HealthPiece.day(of: start)
        return first...max(first, HealthPiece.day(of: start + max(0, Int64(length) - 1)))
    }

    /// The day of UTC of a second.
    package static func day(of seconds: Int64) -> Int { Int(clamping: floorDivide(seconds, by: 86_400).quotient) }

    /// The bytes of a packed piece.
    static let packed = 27

    func pack(into bytes: inout [UInt8]) {
        bytes.append(bigEndian: start)
        bytes.append(bigEndian: length)
        bytes.append(bigEndian: value.bitPattern)
        bytes.append(bigEndian: source)
        bytes.append(what.byte)
        bytes.append(bigEndian: offset)
        bytes.append(bigEndian: zone)
    }

    static func unpack(_ bytes: [UInt8]) -> [HealthPiece] {
        stride(from: 0, through: bytes.count - packed, by: packed).map { at in
            HealthPiece(
                start: bytes.bigEndian(at: at), length: bytes.bigEndian(at: at + 8),
                value: Double(bitPattern: bytes.bigEndian(at: at + 12)), source: bytes.bigEndian(at: at + 20),
                what: What(byte: bytes[at + 22]), offset: bytes.bigEndian(at: at + 23), zone: bytes.bigEndian(at: at + 25))
        }
    }
}
