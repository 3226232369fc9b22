/// What a control operation says, but for a journal's first one (`Genesis`).
package enum ControlOperation: Hashable, Sendable {
    /// A journal gets a new key.
    case rotate(Rotation)
    /// Another device of the owner enters itself.
    case device(DeviceAddition)
    /// A device of the owner writes no more.
    case dropDevice(DeviceRemoval)
    /// A snapshot stands for what came before.
    case checkpoint(Checkpoint)
    /// The journal ends.
    case destroy(Destruction)

    /// Reads a body; refuses one of an unknown type, of another shape, or in another text than its own.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard let json = try? JSON(reading: body), json["v"] == 1, let type = json["type"]?.string else { throw .badControl }
        switch type {
        case "rotate": self = .rotate(try Rotation(reading: body))
        case "device": self = .device(try DeviceAddition(reading: body))
        case "drop_device": self = .dropDevice(try DeviceRemoval(json))
        case "checkpoint": self = .checkpoint(try Checkpoint(json))
        case "destroy": self = .destroy(try Destruction(json))
        default: throw .badControl
        }
        guard self.body == body else { throw .badControl }
    }

    /// The clear body of the operation.
    package var body: [UInt8] {
        switch self {
        case .rotate(let rotation): rotation.body
        case .device(let addition): addition.body
        case .dropDevice(let removal): removal.body
        case .checkpoint(let checkpoint): checkpoint.body
        case .destroy(let destruction): destruction.body
        }
    }

    /// Hash of the control operation before this one: of two that name the same one, only the first is taken.
    package var previous: [UInt8] {
        switch self {
        case .rotate(let rotation): rotation.previous
        case .device(let addition): addition.previous
        case .dropDevice(let removal): removal.previous
        case .checkpoint(let checkpoint): checkpoint.previous
        case .destroy(let destruction): destruction.previous
        }
    }
}

extension ControlOperation {
    /// The same behind another control operation, where that one came first; `nil` for what must be decided anew then: a key that
    /// somebody else has replaced meanwhile, and what was true of an earlier log.
    package func following(_ previous: [UInt8]) -> ControlOperation? {
        switch self {
        case .device(var addition):
            addition.previous = previous
            return .device(addition)
        case .dropDevice(var removal):
            removal.previous = previous
            return .dropDevice(removal)
        case .destroy(var destruction):
            destruction.previous = previous
            return .destroy(destruction)
        case .rotate(var rotation):
            rotation.previous = previous
            return .rotate(rotation)
        case .checkpoint: return nil
        }
    }
}
