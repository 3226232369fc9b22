import Base
import Journal

/// How the notes of one source write their dates: decided by all of them together, since `02-03-2026` beside `02-13-2026` is the
/// 3rd of February.
package struct NoteDates: Sendable {
    /// The order of day, month and year in the names of the notes, and in their front matter.
    var (names, front): (DateOrder, DateOrder) = (.dayFirst, .dayFirst)
    package private(set) var findings: [ImportFinding] = []
    /// The zone of notes that name none, and today's date.
    let surroundings: Surroundings

    /// - `names`, `front`: all dates in names, and in front matter, in the order of the source.
    init(names: [CivilStamp] = [], front: [CivilStamp] = [], _ options: ImportOptions) {
        surroundings = options.surroundings
        let today = options.surroundings.wall.day
        let all = DateOrderChoice(names + front, asked: options.dateOrder, today: today)
        (self.names, self.front) = (all.order, all.order)
        guard let finding = all.finding else { return }
        findings = [finding]
        guard !names.isEmpty, !front.isEmpty else { return }
        // Where names and front matter contradict each other, each is read by itself.
        let (named, written) = (DateOrderChoice(names, today: today), DateOrderChoice(front, today: today))
        (self.names, self.front) = (named.order, written.order)
        findings = [named.finding, written.finding].compactMap(\.self)
    }

    /// Those of a single note.
    package init(path: String, _ bytes: [UInt8], _ options: ImportOptions) {
        self.init(names: [NoteName(path: path).stamp].compactMap(\.self), front: NoteFacts.stamps(bytes), options)
    }
}
