import Basics
import CPlatform
import Foundation

package enum Browser {
    package static var isThere: Bool { program != nil }

    private static var program: String? {
        #if os(macOS)
            let programs = ["/usr/bin/open"]
        #else
            guard Variables["DISPLAY"] != nil || Variables["WAYLAND_DISPLAY"] != nil else { return nil }
            let chosen = Variables["BROWSER"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            let programs = [chosen, "/usr/bin/xdg-open", "/usr/local/bin/xdg-open"].compactMap(\.self)
        #endif
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Opens an address, if there is a desktop. Other users of the machine can see it in the list of processes: it must be no secret
    /// (`LaunchPage`).
    package static func open(_ address: String) {
        guard let program else { return }
        _ = unsafe CArguments([program, address]).lend { unsafe platform_start_detached(program, $0, -1) }
    }
}
