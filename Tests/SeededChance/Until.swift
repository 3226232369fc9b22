/// Waits for something that tells of itself by no event, a state of another process for instance: as long as it takes. It says
/// now and then what it waits for, so that a wait without end has a name.
package func until(
    _ what: String, isolation: isolated (any Actor)? = #isolation, _ isSo: () async throws -> Bool
) async throws {
    var looks = 0
    while try await !isSo() {
        looks += 1
        if looks.isMultiple(of: 3_000) { print("still waiting until \(what)") }
        try await Task.sleep(for: .milliseconds(10))
    }
}
