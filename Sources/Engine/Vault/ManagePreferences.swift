import Base
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    package func preferences() throws -> Preferences {
        let journal = try firstJournal()
        return Preferences(fields: try store.state(of: Preferences.record, kind: Preferences.kind, journal: journal).values)
    }

    /// Changes preferences, and returns all of them. Only changed ones are written, so that another device may change others;
    /// throws a `PreferenceFault`.
    @discardableResult
    package func setPreferences(_ change: @Sendable (inout Preferences) -> Void) throws -> Preferences {
        let journal = try firstJournal()
        var result = Preferences.standard
        try act(in: journal) { writer in
            let state = try writer.state(of: Preferences.record, kind: Preferences.kind, journal: journal)
            let current = Preferences(fields: state.values)
            result = current
            change(&result)
            if let fault = result.fault { throw fault }
            if let tag = result.dateLanguage, tag != current.dateLanguage, !DateLanguage.isKnown(tag) {
                throw PreferenceFault.dateLanguage(tag)
            }
            let fields = result.fields.filter { current.fields[$0.key] != $0.value }
            return [
                try writer.mutation(of: Preferences.record, kind: Preferences.kind, journal: journal, setting: fields)
            ]
        }
        return result
    }
}
