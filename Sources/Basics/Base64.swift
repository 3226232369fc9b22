import Foundation

/// Base64 with padding, RFC 4648 section 4.
package enum Base64 {
    /// In one line.
    package static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// `nil` for invalid or incomplete text.
    package static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
