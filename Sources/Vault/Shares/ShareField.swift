/// Arithmetic in GF(2⁸) with the polynomial x⁸ + x⁴ + x³ + x + 1, in constant time: no tables and no branches.
enum ShareField {
    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var (a, b, product) = (a, b, UInt8(0))
        for _ in 0..<8 {
            product ^= a & (0 &- (b & 1))
            a = (a &<< 1) ^ (0x1B & (0 &- (a &>> 7)))
            b &>>= 1
        }
        return product
    }

    /// 1 / a, which is a²⁵⁴; 0 for 0.
    static func inverse(_ a: UInt8) -> UInt8 {
        var (power, result) = (a, UInt8(1))
        for _ in 1...7 {
            power = product(power, power)
            result = product(result, power)
        }
        return result
    }
}

/// A point on each byte's curve: their common x coordinate (place) and their y coordinates (heights).
final class CurvePoint: Sendable {
    /// Known to anyone who sees a share.
    let place: UInt8
    let heights: Secret

    init(place: UInt8, heights: consuming Secret) {
        self.place = place
        self.heights = heights
    }
}

extension [CurvePoint] {
    /// The heights at `place` of the lowest-degree curves through these points (Lagrange). There is at least one point, their
    /// places differ, and they have equally many heights.
    func heights(at place: UInt8) -> Secret {
        let count = self[0].heights.count
        precondition(allSatisfy { $0.heights.count == count }, "all points belong to the same curves")
        let weights = map { own in
            filter { $0.place != own.place }.reduce(UInt8(1)) { weight, other in
                let share = ShareField.product(place ^ other.place, ShareField.inverse(own.place ^ other.place))
                return ShareField.product(weight, share)
            }
        }
        return unsafe Secret(count: count) { target in
            for (point, weight) in zip(self, weights) {
                unsafe point.heights.withBytes { heights in
                    for index in heights.indices { unsafe target[index] ^= ShareField.product(heights[index], weight) }
                }
            }
        }
    }
}
