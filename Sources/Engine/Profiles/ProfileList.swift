import Foundation
import Ledger

/// The vaults that a person has named. It holds names and folders and nothing secret.
package struct ProfileList: Hashable, Sendable {
    /// A name for a folder.
    package struct Profile: Hashable, Sendable {
        /// As it was typed; see `ProfileList.isName`.
        package var name: String
        /// Absolute.
        package var folder: String
    }

    /// In the order of their names.
    package private(set) var profiles: [Profile] = []
    /// The default profile; `nil`: none.
    package private(set) var current: String?

    package init() {}

    package static let limit = 100

    /// Whether a text can be a profile's name: 1 to 40 letters, digits, `-` and `_`.
    package static func isName(_ text: String) -> Bool {
        (1...40).contains(text.count) && text.utf8.count <= 200
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } && !text.hasPrefix("-")
    }

    /// The profile with a name. Throws `ProfileError.noSuchProfile`.
    package func profile(named name: String) throws(ProfileError) -> Profile {
        guard let found = profiles.first(where: { $0.name.lowercased() == name.lowercased() })
        else { throw .noSuchProfile(name) }
        return found
    }

    /// The name of a folder; `nil` where it has none.
    package func name(of folder: String) -> String? { profiles.first { $0.folder == folder }?.name }

    /// What to type to delete a vault: its profile's name, otherwise the last part of its path.
    package func vaultName(of folder: String) -> String { name(of: folder) ?? URL(fileURLWithPath: folder).lastPathComponent }

    /// Names a folder. Throws if the name is invalid or taken, or the folder already has one.
    package mutating func add(_ name: String, folder: String) throws(ProfileError) {
        guard ProfileList.isName(name) else { throw .badName(name) }
        guard !profiles.contains(where: { $0.name.lowercased() == name.lowercased() }) else { throw .nameTaken(name) }
        if let other = self.name(of: folder) { throw .folderNamed(other) }
        guard profiles.count < ProfileList.limit else { throw .tooMany(limit: ProfileList.limit) }
        insert(Profile(name: name, folder: folder))
    }

    /// Makes a profile the default; `nil`: none.
    package mutating func use(_ name: String?) throws(ProfileError) {
        if let name { current = try profile(named: name).name } else { current = nil }
    }

    package mutating func rename(_ old: String, to new: String) throws(ProfileError) {
        let found = try profile(named: old)
        guard ProfileList.isName(new) else { throw .badName(new) }
        let isTaken = profiles.contains { $0.name.lowercased() == new.lowercased() && $0.name != found.name }
        guard !isTaken else { throw .nameTaken(new) }
        profiles.removeAll { $0.name == found.name }
        insert(Profile(name: new, folder: found.folder))
        if current == found.name { current = new }
    }

    /// Removes a name; the vault stays where it is.
    /// - Returns: what was removed.
    @discardableResult
    package mutating func remove(_ name: String) throws(ProfileError) -> Profile {
        let found = try profile(named: name)
        profiles.removeAll { $0.name == found.name }
        if current == found.name { current = nil }
        return found
    }

    /// Removes the names of a folder that is gone.
    package mutating func forget(_ folder: String) {
        let names = profiles.filter { $0.folder == folder }.map(\.name)
        profiles.removeAll { $0.folder == folder }
        if let current, names.contains(current) { self.current = nil }
    }

    private mutating func insert(_ profile: Profile) {
        profiles.append(profile)
        profiles.sort { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }
}

/// Why a profile is not found or not changed.
package enum ProfileError: Error, Hashable {
    case noSuchProfile(String)
    case badName(String)
    case nameTaken(String)
    case folderNamed(String)
    case tooMany(limit: Int)
    /// The path exists and is neither a vault's folder nor an empty one.
    case notForAVault(path: String)
    /// This program did not write the file of profiles.
    case damagedFile(path: String)
}

extension ProfileList {
    /// `{"current":…,"profiles":[{"folder":…,"name":…}],"v":1}`
    package var json: JSON {
        [
            "v": 1, "current": .text(current),
            "profiles": .array(profiles.map { ["name": .string($0.name), "folder": .string($0.folder)] }),
        ]
    }

    /// Reads what `json` gave; `nil` for anything else: another structure, an invalid or repeated name, a path that is not
    /// absolute.
    package init?(json: JSON) {
        guard json["v"] == 1, let list = json["profiles"]?.array, list.count <= ProfileList.limit else { return nil }
        for element in list {
            guard let name = element["name"]?.string, let folder = element["folder"]?.string, folder.hasPrefix("/"),
                // An entry that `add` refuses makes the list a damaged one.
                (try? add(name, folder: folder)) != nil
            else { return nil }
        }
        // The same.
        if let current = json["current"]?.string, (try? use(current)) == nil { return nil }
    }
}
