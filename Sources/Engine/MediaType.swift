import Foundation

/// The media type (RFC 6838) that a file's ending stands for.
enum MediaType {
    /// `application/octet-stream` for an ending that is not in the table.
    static func named(by name: String) -> String {
        types[URL(fileURLWithPath: name).pathExtension.lowercased()] ?? "application/octet-stream"
    }

    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "heic": "image/heic", "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
        "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "pdf": "application/pdf",
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "json": "application/json", "zip": "application/zip",
    ]
}
