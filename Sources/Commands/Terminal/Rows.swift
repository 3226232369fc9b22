import Base
import Basics
import Journal

/// Texts in terminal columns: Chinese, Japanese and Korean characters and emoji take two.
enum Rows {
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.columns))
    }

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

    /// Prints a row of a list: its head, dimmed, the text, and a mark at the end. What does not fit on a terminal goes to further
    /// lines, indented as far as the head is wide. A row with a path is printed whole instead, so that the path can be copied.
    /// `between`: what separates the mark from the text.
    static func tell(
        _ head: String, _ text: String, mark: String = "", style: Terminal.Style = .primary, between: String = "  ",
        headStyle: Terminal.Style? = .dim, textStyle: Terminal.Style? = nil
    ) {
        // A head that leaves no room for the text is wrapped with it.
        if Terminal.isRead, head.columns > max(Terminal.columns / 2, 28) {
            return tell("  ", trimmed(head) + "  " + text, mark: mark, style: style, between: between, textStyle: textStyle)
        }
        let room = Terminal.isRead ? Terminal.columns - head.columns : .max
        let rows = room == .max ? [text] : wrapped(text, to: room)
        var lines = rows.map { line in textStyle.map { Terminal.styled(line, $0) } ?? line }
        let used = rows.last?.columns ?? 0
        if !mark.isEmpty, room == .max || used + between.count + mark.columns <= room {
            lines[lines.count - 1] += between + Terminal.styled(mark, style)
        } else if !mark.isEmpty {
            lines += wrapped(mark, to: room).map { Terminal.styled($0, style) }
        }
        for (index, line) in lines.enumerated() {
            let start = index > 0 ? padded("", to: head.columns) : headStyle.map { Terminal.styled(head, $0) } ?? head
            print(start + line)
        }
    }

    /// A row that is wrapped on a terminal, its further lines indented by four columns.
    static func hanging(_ text: String) -> String {
        Terminal.isRead && text.columns > Terminal.columns
            ? wrapped(text, to: Terminal.columns - 4).joined(separator: "\n    ") : text
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
