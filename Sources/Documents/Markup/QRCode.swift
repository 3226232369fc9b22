import CQRCode

/// A text as a QR code (ISO/IEC 18004), error correction level M, as inline SVG.
package struct QRCode {
    /// Modules on each side.
    let width: Int
    /// Row by row, whether a module is dark.
    private let isDark: [Bool]

    /// `nil` for a text that is empty, contains U+0000, or is too long (a few hundred bytes always fit).
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0), text.utf8.count <= 2000 else { return nil }
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { unsafe QRcode_free(code) }
        let count = unsafe Int(code.pointee.width)
        guard (21...177).contains(count), let data = unsafe code.pointee.data else { return nil }
        width = count
        // The lowest bit of each byte is the module; the other bits tell its role.
        isDark = unsafe UnsafeBufferPointer(start: data, count: count * count).map { $0 & 1 == 1 }
    }

    /// Whether the module at a position is dark; false outside the code.
    func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return isDark[row * width + column]
    }

    /// An `svg` with the quiet zone of four modules, dark on white in every theme, as cameras need it.
    package func html(label: String) -> HTML {
        let side = width + 8
        return """
            <svg class="qr" role="img" aria-label="\(label)" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// The same for a terminal that prints black on white: two rows of modules a line.
    package var lines: [String] {
        stride(from: -4, to: width + 4, by: 2).map { row in
            (-4..<width + 4).map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }

    /// One rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                if column > start { path += "M\(start + 4) \(row + 4)h\(column - start)v1h-\(column - start)z" }
                column += 1
            }
        }
        return path
    }
}
