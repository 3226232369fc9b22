/// Least squares with errors correlated within clusters: one column's coefficient and its robust standard error (CR1: Liang and
/// Zeger 1986, times G/(G − 1) · (N − 1)/(N − K)).
struct ClusteredRegression {
    /// The coefficient: how much higher `answer` is per unit of the column asked about.
    let estimate: Double
    /// Its standard error.
    let error: Double
    let clusters: Int

    /// Columns are given by their values. A column that depends on the ones before it (for example always evening) is left out.
    /// If that is the column asked about, or if nothing varies, the result is `nil`.
    /// - Parameter asked: the index of the column asked about.
    /// - Parameter cluster: the cluster of each row; rows of a cluster are consecutive.
    init?(_ answer: [Double], on columns: [[Double]], asked: Int, cluster: [Int]) {
        // The column asked about comes last: the pivots then show whether it depends on the others.
        let order = columns.indices.filter { $0 != asked } + [asked]
        guard let kept = ClusteredRegression.independent(order.map { columns[$0] }), kept.last == columns.count - 1 else {
            return nil
        }
        let used = kept.map { columns[order[$0]] }
        let (rows, size) = (answer.count, used.count)
        guard rows > size else { return nil }
        let cross = used.map { a in used.map { b in dot(a, b) } }
        guard let root = choleskyRoot(cross) else { return nil }
        let beta = solve(root, used.map { dot($0, answer) })
        let rest = answer.indices.map { row in answer[row] - used.indices.reduce(0) { $0 + used[$1][row] * beta[$1] } }
        // The row of the inverse for that column, so that its variance is a sum of squares over clusters.
        let inverse = solve(root, used.indices.map { $0 == size - 1 ? 1 : 0 })
        var (squares, sum, clusters) = (0.0, 0.0, 0)
        for row in 0..<rows {
            if row == 0 || cluster[row] != cluster[row - 1] {
                squares += sum * sum
                sum = 0
                clusters += 1
            }
            sum += rest[row] * used.indices.reduce(0) { $0 + used[$1][row] * inverse[$1] }
        }
        squares += sum * sum
        let mean = answer.reduce(0, +) / Double(rows)
        let total = answer.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        // Residuals from rounding alone are no spread.
        guard clusters > 1, dot(rest, rest) > 1e-18 * max(total, dot(answer, answer)), squares > 0 else { return nil }
        let groups = Double(clusters)
        estimate = beta[size - 1]
        error = (squares * groups / (groups - 1) * Double(rows - 1) / Double(rows - size)).squareRoot()
        self.clusters = clusters
    }

    /// The indexes of the columns that do not depend on those before them (Gram–Schmidt, twice because of rounding).
    private static func independent(_ columns: [[Double]]) -> [Int]? {
        var basis: [[Double]] = []
        var kept: [Int] = []
        for (place, column) in columns.enumerated() {
            let length = dot(column, column)
            guard length.isFinite else { return nil }
            var rest = column
            for _ in 0..<2 {
                for unit in basis {
                    let share = dot(unit, rest)
                    for row in rest.indices { rest[row] -= share * unit[row] }
                }
            }
            let left = dot(rest, rest)
            guard length > 0, left > 1e-16 * length else { continue }
            let scale = 1 / left.squareRoot()
            basis.append(rest.map { $0 * scale })
            kept.append(place)
        }
        return kept
    }
}

/// The sum of the products of two columns.
func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
}

/// The Cholesky factor (lower triangular) of a symmetric positive matrix; `nil` if it is not positive.
func choleskyRoot(_ matrix: [[Double]]) -> [[Double]]? {
    var root = matrix.map { $0.map { _ in 0.0 } }
    for row in matrix.indices {
        for column in 0...row {
            let sum = matrix[row][column] - (0..<column).reduce(0) { $0 + root[row][$1] * root[column][$1] }
            if row == column {
                guard sum > 0 else { return nil }
                root[row][row] = sum.squareRoot()
            } else {
                root[row][column] = sum / root[column][column]
            }
        }
    }
    return root
}

/// Solves A x = b for A = L Lᵀ.
func solve(_ root: [[Double]], _ right: [Double]) -> [Double] {
    var x = right
    for row in x.indices {
        x[row] = (x[row] - (0..<row).reduce(0) { $0 + root[row][$1] * x[$1] }) / root[row][row]
    }
    for row in x.indices.reversed() {
        x[row] = (x[row] - ((row + 1)..<x.count).reduce(0) { $0 + root[$1][row] * x[$1] }) / root[row][row]
    }
    return x
}
