import Basics

/// Texts in the columns of a terminal: a character of Chinese, Japanese or Korean and an emoji take two of them.
enum Rows {
    /// The text with blanks after it, up to so many columns.
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.columns))
    }

    /// The text cut to so many columns where a person reads it; elsewhere whole.
    static func fitted(_ text: String, to columns: Int) -> String { Terminal.isRead ? cut(text, to: columns) : text }

    /// As much of a text as fits into so many columns; what was cut ends with `…`.
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

    /// The text in rows of at most so many columns, broken between words; a word that is longer is broken itself.
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
