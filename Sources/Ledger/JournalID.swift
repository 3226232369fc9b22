// Who has an operation has the names in it.
@_exported import enum Basics.Base32
@_exported import struct Basics.Identifier
@_exported import typealias Basics.RecordID

/// Marks the names of journals; see `JournalID`.
package enum JournalMarker {}
/// Marks the names of devices; see `DeviceID`.
package enum DeviceMarker {}

/// Names a journal: H(L("journal") ‖ genesis body), cut to 16 bytes, so that no other journal can have it.
package typealias JournalID = Identifier<JournalMarker>
/// Names a device: H(L("device") ‖ public key), cut to 16 bytes.
package typealias DeviceID = Identifier<DeviceMarker>
