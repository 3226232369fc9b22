import Basics
import CPlatform
import Foundation

/// The owner's browser.
package enum Browser {
    /// Whether there is a desktop to open it.
    package static var isThere: Bool { program != nil }

    private static var program: String? {
        #if os(macOS)
            let programs = ["/usr/bin/open"]
        #else
            guard Variables["DISPLAY"] != nil || Variables["WAYLAND_DISPLAY"] != nil else { return nil }
            let programs = ["/usr/bin/xdg-open", "/usr/local/bin/xdg-open"]
        #endif
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Opens an address, if there is a desktop. Other users of the machine could see the address in the list of processes: its
    /// token admits one browser only, once.
    package static func open(_ address: String) {
        guard let program else { return }
        _ = unsafe CArguments([program, address]).lend { unsafe platform_start_detached(program, $0, -1) }
    }
}
