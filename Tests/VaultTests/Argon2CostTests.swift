import Foundation
import Testing
import Vault

@Suite struct Argon2CostTests {
    @Test(arguments: [
        (UInt32.max, UInt32(3), UInt32(4), Argon2CostFault.memory(kibibytes: .max)),
        ((1 << 20) + 1, 3, 4, .memory(kibibytes: (1 << 20) + 1)), (31, 3, 4, .memory(kibibytes: 31)),
        (0, 3, 1, .memory(kibibytes: 0)), (65_536, 11, 4, .passes(11)), (65_536, 0, 4, .passes(0)),
        (65_536, .max, 4, .passes(.max)), (65_536, 3, 17, .lanes(17)), (65_536, 3, 0, .lanes(0)),
        (65_536, 3, .max, .lanes(.max)),
    ])
    func `absurd parameters are refused before anything is computed`(
        memory: UInt32, passes: UInt32, lanes: UInt32, fault: Argon2CostFault
    ) {
        let cost = Argon2Cost(memory: memory, passes: passes, lanes: lanes)
        #expect(cost.fault == fault)
        #expect(cost.enrolmentFault == fault)
        #expect(throws: VaultError.costRefused(fault)) {
            _ = try Argon2.derive(
                password: secret("x"), salt: [UInt8](repeating: 0, count: 16), associated: [], cost: cost)
        }
    }

    @Test(arguments: [
        (UInt32(65_535), UInt32(3), Argon2CostFault.memory(kibibytes: 65_535)), (65_536, 2, .passes(2)),
        (8, 1, .memory(kibibytes: 8)),
    ])
    func `parameters that protect too little open, and are not enrolled`(
        memory: UInt32, passes: UInt32, fault: Argon2CostFault
    ) {
        let cost = Argon2Cost(memory: memory, passes: passes, lanes: 1)
        #expect(cost.fault == nil)
        #expect(cost.enrolmentFault == fault)
    }

    @Test func `the standard and the least allowed cost may be enrolled`() {
        for cost in [Argon2Cost.standard, Argon2Cost(memory: 65_536, passes: 3, lanes: 1)] {
            #expect(cost.enrolmentFault == nil)
        }
    }

    @Test func `salt, associated data and secret all count`() throws {
        func tag(_ salt: UInt8, _ associated: [UInt8], _ pepper: [UInt8]) throws -> [UInt8] {
            bytes(
                try Argon2.derive(
                    password: secret("x"), salt: [UInt8](repeating: salt, count: 16), associated: associated,
                    secret: pepper, cost: .testOnlyCheapest))
        }
        let tags = [try tag(0, [], []), try tag(1, [], []), try tag(0, [1], []), try tag(0, [], [1])]
        #expect(Set(tags).count == 4)
        #expect(try tag(0, [], []) == tags[0])
    }
}
