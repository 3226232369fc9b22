import Journal
import Records

/// What only some people log: pages ask those for it who have switched it on, or who have logged it.
package struct Tracked: Hashable, Sendable {
    package var craving: Bool
    package var menstruation: Bool
}

extension OpenVault {
    /// What the owner has decided; otherwise what is among the latest 200 check-ins and symptoms.
    package func tracked(_ preferences: Preferences) throws -> Tracked {
        if let craving = preferences.craving, let menstruation = preferences.menstruation {
            return Tracked(craving: craving, menstruation: menstruation)
        }
        let logged = try cached(Cached.tracked) {
            Tracked(
                craving: try records(CheckIn.self, limit: 200).contains { $0.value.craving != nil },
                menstruation: try records(SymptomEntry.self, limit: 200).contains { $0.value.menstruation != nil })
        }
        return Tracked(
            craving: preferences.craving ?? logged.craving, menstruation: preferences.menstruation ?? logged.menstruation)
    }
}
