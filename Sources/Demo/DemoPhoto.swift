import Basics

/// A drawn landscape for the demo: sky, sun, hills and water, as a PNG of some kilobytes. The same seed gives the same picture everywhere.
package struct DemoPhoto {
    package static let (width, height) = (960, 720)

    private struct Colour {
        let red, green, blue: Double

        init(_ hex: Int) { (red, green, blue) = (Double(hex >> 16), Double(hex >> 8 & 255), Double(hex & 255)) }

        private init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

        /// Between two: 0 is this one.
        func mixed(_ other: Colour, _ part: Double) -> Colour {
            func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * part }
            return Colour(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
        }

        var bytes: [UInt8] { [UInt8(red), UInt8(green), UInt8(blue)] }
    }

    /// Sky above and at the horizon, sun, the hills from far to near, water: a morning, a noon, an evening and a grey day.
    private static let palettes = [
        [0x7FA8C9, 0xF6D9B8, 0xFFF1D0, 0x9DB0B8, 0x6E8A86, 0x42605A, 0x8FB1C4],
        [0x4F93CE, 0xCFE5F2, 0xFFFCEB, 0x86A9B5, 0x5E8F6B, 0x39703F, 0x5B9AC4],
        [0x3B3A6B, 0xF2A65E, 0xFFE3A0, 0x7A5B7E, 0x563F66, 0x2C2546, 0x8C6A86],
        [0x8C98A3, 0xD5DADD, 0xE9EBEC, 0xA3ABB0, 0x7C878A, 0x525D5E, 0x97A3AB],
    ].map { $0.map(Colour.init) }

    private let palette: [Colour]
    /// For each column the heights of the hills, in rows from above, the farthest first.
    private let hills: [[Int]]
    private let (sunX, sunY, sunSize): (Int, Int, Int)
    private let shore: Int

    package init(seed: UInt64) {
        var dice = DemoDice(seed: seed)
        palette = DemoPhoto.palettes[dice.roll(DemoPhoto.palettes.count)]
        hills = (0..<3).map { layer in
            let base = DemoPhoto.height * (44 + 9 * layer) / 100
            return DemoPhoto.ridge(base, swing: 90 - 15 * layer, &dice)
        }
        (sunX, sunY, sunSize) = (120 + dice.roll(DemoPhoto.width - 240), 120 + dice.roll(140), 34 + dice.roll(22))
        shore = DemoPhoto.height * (74 + dice.roll(10)) / 100
    }

    /// A line through random heights, smoothed between them.
    private static func ridge(_ base: Int, swing: Int, _ dice: inout DemoDice) -> [Int] {
        let step = 120 + dice.roll(80)
        let knots = (0...(width / step + 2)).map { _ in Double(base + dice.roll(2 * swing) - swing) }
        return (0..<width).map { column in
            let part = Double(column % step) / Double(step)
            let eased = part * part * (3 - 2 * part)
            return Int(knots[column / step] + (knots[column / step + 1] - knots[column / step]) * eased)
        }
    }

    private func colour(_ column: Int, _ row: Int) -> Colour {
        if row > shore {
            let depth = Double(row - shore) / Double(DemoPhoto.height - shore)
            return palette[6].mixed(palette[5], depth * 0.6)
        }
        if let layer = hills.lastIndex(where: { row > $0[column] }) { return palette[3 + layer] }
        let (x, y) = (column - sunX, row - sunY)
        if x * x + y * y < sunSize * sunSize { return palette[2] }
        return palette[0].mixed(palette[1], min(1, Double(row) / (Double(DemoPhoto.height) * 0.55)))
    }

    package var png: [UInt8] {
        var rows: [UInt8] = []
        var above = [UInt8](repeating: 0, count: 3 * DemoPhoto.width)
        for row in 0..<DemoPhoto.height {
            let line = (0..<DemoPhoto.width).flatMap { colour($0, row).bytes }
            // Filter 2 of PNG: the difference from the row above.
            rows.append(2)
            rows += zip(line, above).map { $0 &- $1 }
            above = line
        }
        return PNG.file(width: DemoPhoto.width, height: DemoPhoto.height, filteredRows: rows)
    }
}

/// A PNG (W3C, third edition) of eight bits a channel, compressed as far as drawings need: repeated points, with the codes that DEFLATE
/// (RFC 1951, 3.2.6) fixes.
private enum PNG {
    static func file(width: Int, height: Int, filteredRows: [UInt8]) -> [UInt8] {
        let head = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
            + chunk("IDAT", [0x78, 0x01] + deflated(filteredRows) + big(adler(filteredRows))) + chunk("IEND", [])
    }

    private static func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        var sum = CRC32()
        sum.add(named)
        return big(UInt32(content.count)) + named + big(sum.value)
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var (out, held, count) = ([UInt8](), UInt32(0), 0)
        func put(_ bits: UInt32, _ length: Int) {
            held |= bits << UInt32(count)
            count += length
            while count >= 8 {
                out.append(UInt8(truncatingIfNeeded: held))
                held >>= 8
                count -= 8
            }
        }
        /// Codes begin with their highest bit.
        func code(_ value: UInt32, _ length: Int) {
            put((0..<length).reduce(0) { $0 | (value >> UInt32(length - 1 - $1) & 1) << UInt32($1) }, length)
        }
        put(1, 1)
        put(1, 2)
        var place = 0
        while place < bytes.count {
            var run = 0
            while place >= 3, run < 258, place + run < bytes.count, bytes[place + run] == bytes[place + run - 3] { run += 1 }
            guard run >= 3 else {
                let byte = UInt32(bytes[place])
                byte < 144 ? code(0x30 + byte, 8) : code(0x190 + byte - 144, 9)
                place += 1
                continue
            }
            // Lengths without further bits: 3 to 10, and 258. The distance is three bytes, one point.
            let length = run == 258 ? 258 : min(run, 10)
            length == 258 ? code(0xC5, 8) : code(UInt32(length - 2), 7)
            code(2, 5)
            place += length
        }
        code(0, 7)
        if count > 0 { put(0, 8 - count) }
        return out
    }
}
