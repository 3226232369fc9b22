import Base

/// A month in review in words, calm and without judgment.
package struct ReviewWords: Sendable {
    let language: DateLanguage

    package init(language: DateLanguage = .of(nil)) { self.language = language }

    /// `March 2026`, `March 2026, so far`.
    package func heading(_ review: MonthReview) -> String {
        language.month(review.month) + (review.isGoingOn ? say(", so far") : "")
    }

    /// The counts, one line each: the subject, and the amount.
    package func lines(_ review: MonthReview) -> [(about: String, words: String)] {
        var lines: [(about: String, words: String)] = []
        if review.entries > 0 {
            lines.append(
                (
                    say("Written"),
                    say(
                        "\(count(review.entries, "entry", "entries")) on \(review.daysWritten) of \(count(review.daysSoFar, "day")), \(count(review.words, "word"))"
                    )
                ))
        }
        if review.longestRun > 1 { lines.append((say("Longest run"), say("\(count(review.longestRun, "day")) in a row"))) }
        if !review.moods.isEmpty {
            let most = review.moods.prefix(5).map { "\($0.name) \($0.count)×" }.joined(separator: ", ")
            lines.append((say("Moods"), review.moods.count > 5 ? say("\(most), and \(review.moods.count - 5) more") : most))
        }
        if let mood = review.moodScore { lines.append((say("Mood from 1 to 10"), level(mood))) }
        for symptom in review.symptoms { lines.append((symptom.name, level(symptom.level))) }
        if let cravings = review.cravings { lines.append((say("Craving"), level(cravings))) }
        for doses in review.doses { lines.append((doses.title, words(doses))) }
        if review.photos > 0 { lines.append((say("Photos"), "\(review.photos)")) }
        if review.unreadable > 0 { lines.append((say("Not readable"), count(review.unreadable, "entry", "entries"))) }
        return lines
    }

    package static let origin =
        say(
            "Your own sentences, unchanged from your entries. They were chosen because they share words with many others of that month."
        )

    package static let nothing = say("Nothing was logged in this month.")

    /// `4.2 on 9 days (the month before: 5.0 on 12 days)`.
    private func level(_ level: MonthReview.Level) -> String {
        let before = level.before.map { say(" (the month before: \(tenths($0)) on \(count(level.daysBefore, "day")))") } ?? ""
        return say("on average \(tenths(level.mean)) on \(count(level.days, "day"))\(before)")
    }

    private func words(_ doses: MonthReview.Doses) -> String {
        let known = doses.taken + doses.notTaken
        var words = say("\(doses.taken) of \(count(known, "dose")) taken")
        if doses.early > 0 { words += say(", \(doses.early) of them early") }
        if doses.late > 0 { words += say(", \(doses.late) of them late") }
        if doses.unknown > 0 { words += say("; \(doses.unknown) more unknown") }
        return words
    }

    private func count(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
        let digits = String(count)
        let head = digits.count % 3 == 0 ? 3 : digits.count % 3
        var grouped = String(digits.prefix(head))
        for start in stride(from: head, to: digits.count, by: 3) { grouped += "," + digits.dropFirst(start).prefix(3) }
        return grouped + " " + (count == 1 ? thing : things ?? thing + "s")
    }
}
