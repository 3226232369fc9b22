extension Families {
    /// The five families of this module.
    /// - Parameter permutations: the number of orders of weeks that factors are compared with.
    /// - Parameter limit: if given, a family may stop as soon as none of its questions can have an adjusted p at or below it;
    ///   whether one does is the same as without a limit.
    /// - Parameter factorLimit: the same for factors, if theirs is another one.
    package static func five(permutations: Int = 1999, stopAbove limit: Double? = nil, factors factorLimit: Double? = nil)
        -> Families
    {
        Families(
            look: { family, diary, window in
                switch family {
                case .factors:
                    FactorFamily.look(diary, window: window, permutations: permutations, stopAbove: factorLimit ?? limit)
                case .course: CourseFamily.look(diary, window: window, stopAbove: limit)
                case .rhythm: RhythmFamily.look(diary, window: window)
                case .asNeeded: AsNeededFamily.look(diary, window: window)
                case .scheduled: ScheduledFamily.look(diary, window: window)
                }
            },
            confirm: { question, diary, fresh in
                switch question.family {
                case .factors: FactorFamily.confirm(question, in: diary, fresh: fresh)
                case .course: CourseFamily.confirm(question, in: diary, fresh: fresh)
                case .rhythm: RhythmFamily.confirm(question, in: diary, fresh: fresh)
                case .asNeeded: AsNeededFamily.confirm(question, in: diary, fresh: fresh)
                case .scheduled: ScheduledFamily.confirm(question, in: diary, fresh: fresh)
                }
            },
            company: { finding, diary, window in
                finding.hypothesis.family == .factors
                    ? FactorFamily.company(of: finding, in: diary, window: window) : Families.Company()
            })
    }
}

extension Watcher {
    /// Asks the five families, only until it is known whether a question is to be watched.
    /// - Parameter factors: the rule for factors.
    package init(factors: Rule = .repeated) {
        self.init(.five(stopAbove: Rule.once.watched, factors: factors.watched), factors: factors)
    }
}

extension OneReport {
    /// Looks at a period once, with the five families. `nil` if less than six weeks of it are in the diary.
    package static func look(_ diary: Diary, period: ClosedRange<Int>) -> OneReport? { look(diary, period: period, .five()) }
}
