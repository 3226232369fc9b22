enum ArchiveName {
    /// UTF-8 if the bytes are valid. Other names in a zip are in code page 437, the character set of zips without a UTF-8 flag
    /// (APPNOTE.TXT, appendix D); in a tar, which names no character set, invalid bytes become U+FFFD.
    static func text(_ bytes: some Collection<UInt8>, isZip: Bool) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard isZip else { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { $0 < 128 ? Unicode.Scalar($0) : codePage437[Int($0) - 128] }))
    }

    /// The characters of the bytes from 128 to 255.
    private static let codePage437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
