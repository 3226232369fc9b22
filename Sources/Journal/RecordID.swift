// A value names the records that it belongs to: who has the values has these names.
@_exported import typealias Basics.RecordID
