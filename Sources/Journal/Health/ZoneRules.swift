/// The rules of one time zone, passed in by the caller: this module reads neither clock nor zone data.
package protocol ZoneRules: Sendable {
    /// The instant of a local time: of a repeated time the first; a skipped time is read with the offset before the change (RFC
    /// 5545, 3.3.5). `nil` outside years 1 to 9999.
    func instant(day: LocalDay, time: TimeOfDay) -> Instant?

    /// The local day and time at an instant; `nil` outside years 1 to 9999.
    func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)?
}
