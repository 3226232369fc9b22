import Crypto

/// Shamir's secret sharing as in SLIP-0039: the secret is on a curve at place 255, and a digest of it at 254, which shows whether
/// shares belong together. With fewer points than needed every secret is equally likely.
enum SecretSplitting {
    private static let (secretPlace, digestPlace): (UInt8, UInt8) = (255, 254)
    private static let digestCount = 4

    /// `count` points, of which any `needed` restore the secret (1 ≤ `needed` ≤ `count` ≤ 16); with 1 each point is the secret
    /// itself. The secret has at least 16 bytes.
    static func points(of secret: borrowing Secret, needed: Int, count: Int) -> [CurvePoint] {
        precondition((1...16).contains(count) && (1...count).contains(needed) && secret.count >= 16, "the standard's bounds")
        guard needed > 1 else { return (0..<count).map { CurvePoint(place: UInt8($0), heights: secret.duplicate()) } }
        let free = (0..<needed - 2).map { CurvePoint(place: UInt8($0), heights: .random(count: secret.count)) }
        let noise = Secret.random(count: secret.count - digestCount)
        let digest = digest(of: secret, under: noise)
        let heights = unsafe Secret(count: secret.count) { target in
            unsafe target.copyBytes(from: digest)
            unsafe noise.withBytes { noise in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[digestCount...]).copyMemory(from: noise)
            }
        }
        let fixed = [
            CurvePoint(place: digestPlace, heights: heights), CurvePoint(place: secretPlace, heights: secret.duplicate()),
        ]
        let base = free + fixed
        return free + (free.count..<count).map { CurvePoint(place: UInt8($0), heights: base.heights(at: UInt8($0))) }
    }

    /// The secret from exactly as many points as it needs; `nil` if they do not belong together.
    static func secret(of points: [CurvePoint]) -> Secret? {
        guard points.count > 1 else { return points[0].heights.duplicate() }
        let secret = points.heights(at: secretPlace)
        let heights = points.heights(at: digestPlace)
        let noise = unsafe heights.withBytes { unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: $0[digestCount...])) }
        let said = unsafe heights.withBytes { unsafe Array($0[..<digestCount]) }
        guard Octets.areEqual(said, digest(of: secret, under: noise)) else { return nil }
        return secret
    }

    private static func digest(of secret: borrowing Secret, under noise: borrowing Secret) -> [UInt8] {
        let key = unsafe noise.withBytes { unsafe SymmetricKey(data: $0) }
        var code = HMAC<SHA256>(key: key)
        unsafe secret.withBytes { unsafe code.update(data: $0) }
        return Array(code.finalize().prefix(digestCount))
    }
}
