import CArgon2
import Foundation

/// The cost of trying one passphrase: memory, passes over it, and how many processors may share the work.
package struct Argon2Cost: Equatable, Sendable {
    /// KiB of memory.
    package let memory: UInt32
    /// Passes over the memory.
    package let passes: UInt32
    /// Lanes, which are also threads.
    package let lanes: UInt32
    private let isForTests: Bool

    /// 256 MiB, 3 passes, 4 lanes: about a second on a small machine.
    package static let standard = Argon2Cost(memory: 256 << 10, passes: 3, lanes: 4)

    /// Any parameters; `fault` and `enrolmentFault` tell whether they may be used.
    package init(memory: UInt32, passes: UInt32, lanes: UInt32) {
        self.init(memory: memory, passes: passes, lanes: lanes, isForTests: false)
    }

    /// So cheap that it protects nothing: for tests only, which would otherwise take minutes.
    package static let testOnlyCheapest = Argon2Cost(memory: 8, passes: 1, lanes: 1, isForTests: true)

    private init(memory: UInt32, passes: UInt32, lanes: UInt32, isForTests: Bool) {
        (self.memory, self.passes, self.lanes, self.isForTests) = (memory, passes, lanes, isForTests)
    }

    /// Why these parameters are not computed at all: more than 1 GiB, 10 passes or 16 lanes, or a zero.
    ///
    /// A tampered vault file must not make the machine allocate or compute without bound.
    package var fault: Argon2CostFault? {
        guard (1...16).contains(lanes) else { return .lanes(lanes) }
        guard (1...10).contains(passes) else { return .passes(passes) }
        guard memory >= 8 * lanes, memory <= 1 << 20 else { return .memory(kibibytes: memory) }
        return nil
    }

    /// Why these parameters are too weak for a new passphrase: as `fault`, and less than 64 MiB or 3 passes.
    package var enrolmentFault: Argon2CostFault? {
        if let fault { return fault }
        if isForTests { return nil }
        guard memory >= 64 << 10 else { return .memory(kibibytes: memory) }
        guard passes >= 3 else { return .passes(passes) }
        return nil
    }
}

/// Which Argon2 parameter is outside its bounds.
package enum Argon2CostFault: Error, Equatable, Sendable {
    /// KiB of memory.
    case memory(kibibytes: UInt32)
    case passes(UInt32)
    case lanes(UInt32)
}

/// The parameters of an `argon2id` slot, written `m=262144,t=3,p=4,salt=<base64 of 16 bytes>`.
struct Argon2Parameters: Equatable {
    let cost: Argon2Cost
    /// 16 bytes, different for each slot, so that no precomputed table works for more than one.
    let salt: [UInt8]

    static let saltCount = 16

    init(cost: Argon2Cost, salt: [UInt8]) {
        precondition(salt.count == Self.saltCount, "the salt of a slot has 16 bytes")
        (self.cost, self.salt) = (cost, salt)
    }

    /// `nil` unless the text is exactly what `text` writes for numbers up to 2³²−1.
    init?(_ text: String) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = ["m=", "t=", "p=", "salt="]
        guard fields.count == names.count, zip(fields, names).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
        let values = zip(fields, names).map { String($0.dropFirst($1.count)) }
        guard let memory = UInt32(values[0]), let passes = UInt32(values[1]), let lanes = UInt32(values[2]),
            let salt = Data(base64Encoded: values[3]), salt.count == Self.saltCount
        else { return nil }
        self.init(cost: Argon2Cost(memory: memory, passes: passes, lanes: lanes), salt: Array(salt))
        guard self.text == text else { return nil }
    }

    var text: String {
        "m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes),salt=\(Data(salt).base64EncodedString())"
    }
}

/// Argon2id version 1.3, RFC 9106.
package enum Argon2 {
    /// `count` bytes from a password. Refuses a cost with a `fault` before it allocates anything.
    ///
    /// `salt` has at least 8 bytes. Takes as long as the cost says: keep it off the shared thread pool.
    package static func derive(
        password: borrowing Secret, salt: [UInt8], associated: [UInt8], secret: [UInt8] = [], cost: Argon2Cost,
        count: Int = 32
    ) throws(VaultError) -> Secret {
        if let fault = cost.fault { throw .costRefused(fault) }
        precondition(
            salt.count >= 8 && (4...1024).contains(count), "Argon2 asks for 8 bytes of salt and gives 4 or more")
        return try unsafe Secret(count: count) { (output: UnsafeMutableRawBufferPointer) throws(VaultError) in
            let code = unsafe password.withBytes { password in
                unsafe salt.withUnsafeBufferPointer { salt in
                    unsafe associated.withUnsafeBufferPointer { associated in
                        unsafe secret.withUnsafeBufferPointer { secret in
                            unsafe cargon2_id(
                                password.baseAddress?.assumingMemoryBound(to: UInt8.self), password.count,
                                salt.baseAddress, salt.count, secret.baseAddress, secret.count, associated.baseAddress,
                                associated.count, cost.passes, cost.memory, cost.lanes,
                                output.baseAddress?.assumingMemoryBound(to: UInt8.self), output.count)
                        }
                    }
                }
            }
            guard code == 0 else { throw .outOfMemory }
        }
    }
}
