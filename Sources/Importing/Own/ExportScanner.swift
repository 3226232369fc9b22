import Foundation
import Ledger

/// Reads our JSON export from beginning to end, with one record in memory at a time; an attachment's bytes are passed on in
/// pieces, however long they are.
///
/// The bytes may come from anyone: the only assumption is that a record is an object with matching brackets.
package struct ExportScanner {
    /// The newest known version of the format.
    package static let version: Int64 = 1

    private let refill: () throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var index = 0
    private var isAtEnd = false
    /// The members besides the records, as far as they were read.
    package private(set) var head: [String: JSON] = [:]
    package private(set) var count = 0
    private var isInRecords = false

    /// The most bytes of a record without its attachment: a text of 1 MiB with every byte escaped, and some room.
    private static let largest = 8 << 20
    /// The most bytes of a value besides the records.
    private static let largestHead = 4096

    /// One record, unparsed.
    package struct Record {
        /// Its text; an attachment's bytes are left out and `data` is `true`. `nil` if it is too long.
        package let bytes: [UInt8]?
        /// Its number, from 1.
        package let number: Int
        /// Whether an attachment's bytes were passed on.
        let hasData: Bool
    }

    /// `refill`: returns the next bytes of the file; none at its end.
    package init(_ refill: @escaping () throws -> [UInt8]) { self.refill = refill }

    /// Reads up to the first record. Throws `ExportReadingError.notAnExport` if it is no export.
    package mutating func begin() throws {
        if try peek() == 0xEF {
            for byte in [0xEF, 0xBB, 0xBF] as [UInt8] { guard try next() == byte else { throw ExportReadingError.notAnExport } }
        }
        guard try nextVisible() == UInt8(ascii: "{") else { throw ExportReadingError.notAnExport }
        do { try readHead(isFirst: true) } catch ExportReadingError.malformed { throw ExportReadingError.notAnExport }
        guard isInRecords, head["kind"] == "export", head["format"] == "auralyst" else { throw ExportReadingError.notAnExport }
        try checkVersion()
    }

    private func checkVersion() throws {
        if let version = head["version"]?.int, version > ExportScanner.version { throw ExportReadingError.newerVersion(version) }
    }

    /// Reads members up to the records, or to the end.
    private mutating func readHead(isFirst: Bool) throws {
        var isFirst = isFirst
        while true {
            var byte = try nextVisible()
            if byte == UInt8(ascii: "}") {
                guard try nextVisible(mayEnd: true) == nil else { throw ExportReadingError.malformed(afterRecord: count) }
                return
            }
            if !isFirst {
                guard byte == UInt8(ascii: ",") else { throw ExportReadingError.malformed(afterRecord: count) }
                byte = try nextVisible()
            }
            isFirst = false
            guard byte == UInt8(ascii: "\"") else { throw ExportReadingError.malformed(afterRecord: count) }
            let name = try small(from: UInt8(ascii: "\"")).string ?? ""
            guard try nextVisible() == UInt8(ascii: ":"), let first = try nextVisible() else {
                throw ExportReadingError.malformed(afterRecord: count)
            }
            if name == "records" {
                guard first == UInt8(ascii: "["), !isInRecords, count == 0 else {
                    throw ExportReadingError.malformed(afterRecord: count)
                }
                isInRecords = true
                return
            }
            head[name] = try small(from: first)
            guard head.count <= 100 else { throw ExportReadingError.malformed(afterRecord: count) }
        }
    }

    /// A short text, number or word that begins with this byte.
    private mutating func small(from first: UInt8) throws -> JSON {
        var bytes = [first]
        if first == UInt8(ascii: "\"") {
            while let byte = try next(), bytes.count < ExportScanner.largestHead {
                bytes.append(byte)
                if byte == UInt8(ascii: "\\"), let escaped = try next() { bytes.append(escaped) }
                if byte == UInt8(ascii: "\"") { break }
            }
        } else {
            while let byte = try peek(), bytes.count < 32, !byte.isJSONBlank, byte != 0x2C, byte != 0x7D {
                bytes.append(byte)
                index += 1
            }
        }
        do { return try JSON(reading: bytes) } catch { throw ExportReadingError.malformed(afterRecord: count) }
    }

    /// The next record; `nil` after the last, when everything was read.
    /// - Parameter data: gets the bytes of an attachment, piece by piece; an empty piece marks their beginning.
    package mutating func nextRecord(_ data: ([UInt8]) throws -> Void) throws -> Record? {
        guard isInRecords else { return nil }
        var byte = try nextVisible()
        if byte == UInt8(ascii: "]") {
            isInRecords = false
            try readHead(isFirst: false)
            try checkVersion()
            return nil
        }
        if count > 0 {
            guard byte == UInt8(ascii: ",") else { throw ExportReadingError.malformed(afterRecord: count) }
            byte = try nextVisible()
        }
        guard byte == UInt8(ascii: "{") else { throw ExportReadingError.malformed(afterRecord: count) }
        let record = try body(data)
        count += 1
        return Record(bytes: record.bytes, number: count, hasData: record.hasData)
    }

    private mutating func body(_ data: ([UInt8]) throws -> Void) throws -> (bytes: [UInt8]?, hasData: Bool) {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        var (depth, isTooLong, hasData) = (1, false, false)
        var name = 0..<0
        while let byte = try next() {
            if bytes.count > ExportScanner.largest {
                isTooLong = true
                bytes.removeAll(keepingCapacity: true)
                name = 0..<0
            }
            switch byte {
            case UInt8(ascii: "\""):
                // Only an attachment has a text named `data`, and only one.
                if depth == 1, !hasData, bytes[name].elementsEqual("\"data\"".utf8), bytes.last == UInt8(ascii: ":") {
                    hasData = true
                    bytes += "true".utf8
                    try base64(data)
                    continue
                }
                let start = bytes.count
                bytes.append(byte)
                try string(into: &bytes)
                name = start..<bytes.count
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case let byte where byte.isJSONBlank: continue
            default: break
            }
            bytes.append(byte)
            if depth == 0 { return (isTooLong ? nil : bytes, hasData) }
        }
        throw ExportReadingError.cutOff
    }

    /// The rest of a string after its opening quote. If the record is too long, nothing more is stored.
    private mutating func string(into bytes: inout [UInt8]) throws {
        while true {
            let start = index
            while index < buffer.count, buffer[index] != UInt8(ascii: "\""), buffer[index] != UInt8(ascii: "\\") { index += 1 }
            let isKept = bytes.count <= ExportScanner.largest
            if isKept { bytes += buffer[start..<index] }
            guard let byte = try next() else { throw ExportReadingError.cutOff }
            if isKept { bytes.append(byte) }
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = try next() else { throw ExportReadingError.cutOff }
                if isKept { bytes.append(escaped) }
            }
        }
    }

    /// The bytes of an attachment, up to the closing quote.
    private mutating func base64(_ data: ([UInt8]) throws -> Void) throws {
        try data([])
        var text: [UInt8] = []
        while let byte = try next() {
            if byte == UInt8(ascii: "\"") {
                if !text.isEmpty { try data(try decoded(text)) }
                return
            }
            // Some writers put a backslash before each slash.
            if byte == UInt8(ascii: "\\") { continue }
            text.append(byte)
            if text.count == 1 << 18 {
                try data(try decoded(text))
                text.removeAll(keepingCapacity: true)
            }
        }
        throw ExportReadingError.cutOff
    }

    private func decoded(_ text: [UInt8]) throws -> [UInt8] {
        guard let data = Data(base64Encoded: Data(text)) else { throw ExportReadingError.malformed(afterRecord: count) }
        return Array(data)
    }

    private mutating func peek() throws -> UInt8? {
        while index >= buffer.count {
            if isAtEnd { return nil }
            buffer = try refill()
            index = 0
            isAtEnd = buffer.isEmpty
        }
        return buffer[index]
    }

    private mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        return byte
    }

    private mutating func nextVisible(mayEnd: Bool = false) throws -> UInt8? {
        while let byte = try next() { if !byte.isJSONBlank { return byte } }
        if mayEnd { return nil }
        throw ExportReadingError.cutOff
    }
}
