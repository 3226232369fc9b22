import Journal

extension CivilTime: ZoneRules {
    /// The local day and time at an instant; `nil` outside years 1 to 9999.
    package func wall(at instant: Instant) -> (day: LocalDay, time: TimeOfDay)? { wall(at: instant.milliseconds) }
}
