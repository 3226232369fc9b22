import Basics

/// Texts in terminal columns: Chinese, Japanese and Korean characters and emoji take two.
enum Rows {
    /// The text, padded with blanks to a number of columns.
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.columns))
    }

    /// The text cut to a number of columns on a terminal; otherwise whole.
    static func fitted(_ text: String, to columns: Int) -> String { Terminal.isRead ? cut(text, to: columns) : text }

    /// A text cut to a number of columns; a cut one ends with `…`.
    static func cut(_ text: String, to columns: Int) -> String {
        guard text.columns > columns else { return text }
        var (kept, used) = ("", 0)
        for character in text {
            used += character.columns
            if used > columns - 1 { break }
            kept.append(character)
        }
        return kept[...].trimmingEnd() + "…"
    }

    /// The text wrapped between words to a number of columns; a longer word is split.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        let columns = max(columns, 10)
        var (rows, row, used) = ([String](), "", 0)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let wide = word.columns
            if used > 0, used + 1 + wide > columns {
                rows.append(row)
                (row, used) = ("", 0)
            } else if !row.isEmpty || used > 0 {
                row += " "
                used += 1
            }
            for character in word {
                let one = character.columns
                if used + one > columns {
                    rows.append(row)
                    (row, used) = ("", 0)
                }
                row.append(character)
                used += one
            }
        }
        return rows + [row]
    }
}
