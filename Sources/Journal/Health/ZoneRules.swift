/// The rules of one time zone, handed in by whoever knows them: this module reads neither clock nor zone data.
package protocol ZoneRules: Sendable {
    /// The instant at which the wall shows this: of a time that comes twice the first; a time that is skipped is taken with
    /// the offset before the change (RFC 5545, 3.3.5). `nil` outside years 1 to 9999.
    func instant(day: LocalDay, time: TimeOfDay) -> Instant?

    /// What calendar and clock on the wall show at an instant; `nil` outside years 1 to 9999.
    func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)?
}
