import Foundation

/// The media type (RFC 6838) of a file.
package enum MediaType {
    /// The type for a file's suffix; `application/octet-stream` for an unknown one.
    package static func named(by name: String) -> String {
        types[URL(fileURLWithPath: name).pathExtension.lowercased()] ?? unknown
    }

    /// The type of a picture that browsers show, from its first bytes; otherwise that of its suffix. A suffix of such a picture
    /// does not count if the bytes are something else.
    package static func of(firstBytes: [UInt8], name: String) -> String {
        if let picture = picture(firstBytes) { return picture }
        let named = named(by: name)
        return pictures.contains(named) ? unknown : named
    }

    /// Whether a file is a picture of points: one that browsers show, or one of a kind that this system may have a reader for.
    package static func isPicture(_ type: String) -> Bool { pictures.contains(type) || type == "image/heic" }

    /// How many first bytes `of` needs.
    package static let telling = 12

    private static let unknown = "application/octet-stream"
    /// The pictures that every browser shows.
    package static let pictures: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp"]

    private static func picture(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }

    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
        "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "pdf": "application/pdf",
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "json": "application/json", "zip": "application/zip",
    ]
}
