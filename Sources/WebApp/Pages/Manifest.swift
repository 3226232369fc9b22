import Base
import Documents
import HTTP
import Ledger

extension WebApp {
    /// The manifest for adding the app to a home screen (W3C Web Application Manifest). It says nothing about its owner.
    var manifest: Response {
        func icon(_ name: String, _ size: String, _ purpose: String) -> JSON {
            [
                "src": .string(assets.path(name)), "sizes": .string(size), "purpose": .string(purpose),
                "type": .string(name.hasSuffix("svg") ? "image/svg+xml" : "image/png"),
            ]
        }
        let manifest: JSON = [
            "name": "Auralyst", "short_name": "Auralyst", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
            "background_color": "#F8FAFC", "theme_color": "#0F172A",
            "description": "Keeps the log, spots the patterns, and nudges when it matters.",
            "icons": [
                icon("icon.svg", "any", "any"), icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"),
                icon("icon-maskable-512.png", "512x512", "maskable"),
            ],
            "shortcuts": [["name": "Write", "url": "/today"], ["name": "Journal", "url": "/journal"]],
        ]
        return .json(manifest, type: "application/manifest+json")
    }
}
