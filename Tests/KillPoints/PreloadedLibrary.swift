import Foundation

/// A library that tests load into a program, in front of the C library.
package enum PreloadedLibrary {
    /// Where it is: `swift build --build-tests` puts it beside the tests.
    /// - Parameter name: the product of Package.swift.
    package static func path(_ name: String) -> String {
        var place = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while place.path != "/" {
            place.deleteLastPathComponent()
            let path = place.appendingPathComponent("lib\(name).so").path
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        preconditionFailure("lib\(name).so is not beside the tests: build all of the package, not one product")
    }
}
