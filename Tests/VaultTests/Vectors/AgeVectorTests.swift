import Crypto
import Foundation
import Testing
import Vault

@Suite struct AgeVectorTests {
    @Test(arguments: VectorFile.of(.cctvAge, and: own))
    func `age files open, or are refused, as the kit of the age format says`(file: VectorFile) throws {
        var sealedForOthers = 0
        try file.check { vector in
            var given = SHA256()
            let outcome = try Self.outcome(of: vector) { given.update(data: $0) }
            let expected = vector["expect"]
            if Self.isSealedForOthers(vector) {
                // A key of a kind that is not known here: what is well-formed has no way in for us.
                sealedForOthers += 1
                #expect(!outcome.isDisjoint(with: ["no match", "header failure"]), "\(vector["id"]): \(outcome)")
                return false
            }
            #expect(outcome.contains(expected), "\(vector["id"]): \(outcome) where \(expected) is expected")
            if !vector["payload"].isEmpty {
                let digest = given.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                #expect(digest == vector["payload"], "\(vector["id"])")
            }
            return outcome.contains("success")
        }
        print("age: \(sealedForOthers) of them are sealed with post-quantum keys alone, and count as sealed for others")
    }

    /// The words of the kit that fit what our reader says.
    private static func outcome(of vector: Vector, _ take: ([UInt8]) -> Void) throws -> Set<String> {
        let bytes = try file(vector["file"])
        var place = 0
        do throws(AgeError) {
            var reader = try AgeReader { count throws(AgeError) in
                // Small and odd pieces: nothing may depend on how the bytes come.
                let end = min(bytes.count, place + min(count, 70_001))
                defer { place = end }
                return Array(bytes[place..<end])
            }
            try unlock(&reader, vector)
            while let piece = try reader.next() { take(piece) }
            return ["success"]
        } catch {
            return words(for: error, isArmored: vector["armored"] == "yes")
        }
    }

    private static func unlock(_ reader: inout AgeReader, _ vector: Vector) throws(AgeError) {
        if !vector["passphrase"].isEmpty {
            return try reader.unlock(with: .passphrase(secret(vector["passphrase"])))
        }
        for text in vector["identity"].split(separator: " ") where !text.hasPrefix("AGE-SECRET-KEY-PQ-") {
            return try reader.unlock(with: AgeIdentity(text: String(text)))
        }
        try reader.unlock(with: .key(.random(count: 32)))
    }

    private static func isSealedForOthers(_ vector: Vector) -> Bool {
        let identities = vector["identity"].split(separator: " ")
        return !identities.isEmpty && identities.allSatisfy { $0.hasPrefix("AGE-SECRET-KEY-PQ-") }
    }

    private static func words(for error: AgeError, isArmored: Bool) -> Set<String> {
        switch error {
        case .notAge: isArmored ? ["armor failure", "header failure"] : ["header failure"]
        case .damagedArmor: ["armor failure"]
        case .otherVersion, .damagedHeader, .workFactorTooHigh: ["header failure"]
        case .headerCode: ["HMAC failure"]
        case .noMatch, .wrongPassphrase: ["no match"]
        case .damagedPayload: ["payload failure"]
        case .outOfMemory, .badKey, .reading, .writing: []
        }
    }

    /// Words of hexadecimal, and `*count` for so many zeros.
    private static func file(_ text: String) throws -> [UInt8] {
        try text.split(separator: " ").reduce(into: []) { bytes, word in
            if word.hasPrefix("*") {
                bytes += [UInt8](repeating: 0, count: try #require(Int(word.dropFirst())))
            } else {
                bytes += try #require([UInt8](hexadecimal: word))
            }
        }
    }

    // Made by `age` 1.1.1, and spoilt by hand.
    private static let own = VectorFile.builtIn(
        .cctvAge, "a few of our own",
        """
        id binary
        expect success
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored no
        payload e112000300b6e3894d8c962f633c8984e22c723d540145a9ff2c9eebce11ee09
        file 6167652d656e6372797074696f6e2e6f72672f76310a2d3e20583235353139202f534e41674a46326c4d65446b386b6c4e4635624c474d772b43456346383434554431686968307a656d380a6b5a6b656c50374a305a4e516162744859516f64666b68322f394b4f513665634d79704b5653306238636b0a2d2d2d2044364d646d583265396a2f4d723475624f624e524d6a4f7a723046626e5561356e536b5475786e673251450a76d846fb934387ce9b00672e46d143d597a4d2d0754f00cd4b365a788981d6a73339d92b222e984f2774132f3693ed4008238649e40736

        id armored
        expect success
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored yes
        payload e112000300b6e3894d8c962f633c8984e22c723d540145a9ff2c9eebce11ee09
        file 2d2d2d2d2d424547494e2041474520454e435259505445442046494c452d2d2d2d2d0a5957646c4c57567559334a35634852706232347562334a6e4c3359784369302b494667794e5455784f534172537a4a3664544a736430315a61335a4951325a590a626c4e34536c6853526a684954564d30546c45724e486c6f556d4e7152307474517a4d77436b4a77524868714e6a557863316c44553035464d584e7356555a570a526c566e546b497252454e6c62466f725258557a4d474e57553149775155554b4c533074494752515958646856454e31597a67325447645652484234543078480a5a57307a625559355744593061476877547a42775245526e62315a736456454b6f6276537267592f7a68667438394756795068746b6570316a334f64425938640a73775a4131495645556841514e5878465458304b376d3470695454423756384d495836743963376641413d3d0a2d2d2d2d2d454e442041474520454e435259505445442046494c452d2d2d2d2d0a

        id a recipient added
        expect HMAC failure
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored no
        file 6167652d656e6372797074696f6e2e6f72672f76310a2d3e20583235353139202f534e41674a46326c4d65446b386b6c4e4635624c474d772b43456346383434554431686968307a656d380a6b5a6b656c50374a305a4e516162744859516f64666b68322f394b4f513665634d79704b5653306238636b0a2d3e206f74686572206b696e640a0a2d2d2d2044364d646d583265396a2f4d723475624f624e524d6a4f7a723046626e5561356e536b5475786e673251450a76d846fb934387ce9b00672e46d143d597a4d2d0754f00cd4b365a788981d6a73339d92b222e984f2774132f3693ed4008238649e40736

        id an altered last byte
        expect payload failure
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored no
        file 6167652d656e6372797074696f6e2e6f72672f76310a2d3e20583235353139202f534e41674a46326c4d65446b386b6c4e4635624c474d772b43456346383434554431686968307a656d380a6b5a6b656c50374a305a4e516162744859516f64666b68322f394b4f513665634d79704b5653306238636b0a2d2d2d2044364d646d583265396a2f4d723475624f624e524d6a4f7a723046626e5561356e536b5475786e673251450a76d846fb934387ce9b00672e46d143d597a4d2d0754f00cd4b365a788981d6a73339d92a222e984f2774132f3693ed4008238649e40736

        id a line cut from the armor
        expect armor failure
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored yes
        file 2d2d2d2d2d424547494e2041474520454e435259505445442046494c452d2d2d2d2d0a5957646c4c57567559334a35634852706232347562334a6e4c3359784369302b494667794e5455784f534172537a4a3664544a736430315a61335a4951325a590a626c4e34536c6853526a684954564d30546c45724e486c6f556d4e7152307474517a4d77436b4a77524868714e6a557863316c44553035464d584e7356555a570a526c566e546b497252454e6c62466f725258557a4d474e57553149775155554b4c533074494752515958646856454e31597a67325447645652484234543078480a5a57307a625559355744593061476877547a42775245526e62315a736456454b6f6276537267592f7a68667438394756795068746b6570316a334f64425938640a73775a4131495645556841514e5878465458304b376d3470695454423756384d495836743963376641413d3d0a

        id nothing at all
        expect header failure
        identity AGE-SECRET-KEY-1XV6X5RD6H7JA8QPWJ4JVEX04VUXUFSQDW5Z9V7UX8ZX6NNP30RJSLJ05XZ
        armored no
        file 
        """)
}
