// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The tests themselves are not optimized: they compile in a third of the time, and run in what they test.
let testSettings = settings + [.unsafeFlags(["-Onone"])]

func library(_ name: String, _ dependencies: Target.Dependency..., and more: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies + more, swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: Target.Dependency..., and more: [Target.Dependency] = [], besides others: [String] = []
) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + more + ["SeededChance"], exclude: others, swiftSettings: testSettings)
}

func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Shims/" + name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// C of our own.
func shim(_ name: String, _ linker: LinkerSetting...) -> Target {
    .target(name: name, path: "Sources/Shims/" + name, linkerSettings: linker)
}

/// What only a computer has: the browser's second body of the same declarations needs none of it (decision 0082).
func onMachines(_ name: String) -> Target.Dependency { .target(name: name, condition: .when(platforms: [.linux, .macOS])) }

/// For what is loaded when it is needed.
let loading: LinkerSetting = .linkedLibrary("dl", .when(platforms: [.linux]))

/// For what a browser's program has inside.
func inside(_ library: String) -> LinkerSetting { .linkedLibrary(library, .when(platforms: [.wasi])) }

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let sockets: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { .product(name: $0, package: "swift-nio") }

// The program carries Swift's libraries inside: it starts in half the time and runs where no Swift is installed.
let oneFile: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections", "-l_FoundationICU",
            // scripts/bootstrap puts the archive of C++'s library there, so that this is not the shared one: its thousands of names
            // would be looked up at each start.
            "-L\(Context.packageDirectory)/.build/archives", "-lstdc++",
            // No other program looks a function up in this one: what is not used can be left out, and the tables of names too.
            "-Xlinker", "--no-export-dynamic",
        ], .when(platforms: [.linux]))
]

// Inside a browser nothing begins by itself: JavaScript calls what is exported. A stack that is full ends the program, instead of
// running into its data. Clang would let wasm-opt work for minutes after each link, where it is installed: scripts/phone-app does so once.
// WebAssembly's linker keeps all that Swift marks; scripts/wasm-link leaves out what nothing reaches.
let reactor: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xclang-linker", "--no-wasm-opt", "-Xclang-linker", "-mexec-model=reactor", "-Xlinker", "--stack-first", "-Xlinker",
            "--global-base=1048576",
            "-Xlinker",
            "-z", "-Xlinker", "stack-size=1048576", "-Xclang-linker", "-fuse-ld=\(Context.packageDirectory)/scripts/wasm-link",
        ], .when(platforms: [.wasi]))
]

// The order is the order of the layers: a target depends only on targets above it in this list.
// scripts/check-layers reads the dependencies from here and holds the import lines of every file against them.
let package = Package(
    name: "Auralyst",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "auralyst", targets: ["auralyst"]),
        .executable(name: "auralyst-phone", targets: ["auralyst-phone"]),
        .executable(name: "auralyst-relay", targets: ["auralyst-relay"]),
        // Tests load it into the programs.
        .library(name: "KillPoint", type: .dynamic, targets: ["CKillPoint"]),
        .library(name: "SteadyChance", type: .dynamic, targets: ["CSteadyChance"]),
        .library(name: "WorkCount", type: .dynamic, targets: ["CWorkCount"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", from: "3.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.65.0"),
    ],
    targets: [
        // shims
        system("CSQLCipher", "sqlcipher", "libsqlcipher-dev"),
        shim("CArgon2", .linkedLibrary("argon2", .when(platforms: [.linux, .macOS]))),
        system("CKeyutils", "libkeyutils", "libkeyutils-dev"),
        shim("CSecret", loading),
        shim("CPlatform"),
        .systemLibrary(name: "CMath", path: "Sources/Shims/CMath"),
        system("CUnicode", "libutf8proc", "libutf8proc-dev"),
        system("CMarkdown", "libcmark-gfm", "libcmark-gfm-dev"),
        system("CQRCode", "libqrencode", "libqrencode-dev"),
        system("CExpat", "expat", "libexpat1-dev"),
        shim("CCurl", loading),
        shim("COpenSSL", .linkedLibrary("crypto", .when(platforms: [.linux, .macOS]))),
        shim("CArchive", loading, inside("archive"), inside("z")),
        shim("CYAML", loading, inside("yaml")),
        shim("CNotify", loading),
        shim("CPixbuf", loading),
        shim("CPostgres", loading),
        shim("CAssets"),
        shim("CMoodModel"),
        shim("CZones"),
        shim("CDateNames"),
        shim("CTexts"),
        shim("CBrowser"),
        // what the standard library leaves out, without the whole of Foundation: decision 0012
        library("Basics", "CPlatform", "CUnicode"),
        // pure
        library("Journal", "Basics"),
        library("Insights", "Journal", "CMath"),
        library("MoodClassifier"),
        library("Ledger", "Basics", crypto),
        library("Sync", "Ledger"),
        // what every use case needs and no key: the clock, time zones, dates in words, what a person is told of an error
        library("Base", "Basics", "Journal", "CTexts", "CZones", "CDateNames"),
        // the values of the domain as the fields of a record
        library("Records", "Journal", "Ledger"),
        // parts of use cases that know neither a key nor the store
        library("Demo", "Basics", "Journal", "CTexts"),
        library("Quotes", "Base", "Journal", "Ledger", onMachines("CCurl"), "CTexts"),
        library("Report", "Basics", "Base", "Journal", "Insights", "CPlatform"),
        // mechanisms
        library("Vault", "Basics", "CArgon2", onMachines("CKeyutils"), onMachines("CSecret"), "CPlatform", "COpenSSL", crypto),
        library("SQLite", "CSQLCipher"),
        library("Store", "Basics", "SQLite", "Journal", "Ledger", "Records"),
        // It reads what anybody may have written: nothing that holds a key is linked to it.
        library(
            "Importing", "Basics", "Base", "Journal", "Insights", "Ledger", "Records", "SQLite", "CArchive", "CExpat", "CYAML"),
        // use cases: the vault and all that is one with it (entries, health, journals, keys, sharing, sync)
        library(
            "Engine", "Basics", "Base", "Store", "SQLite", "Vault", "Journal", "Ledger", "Sync", "MoodClassifier", "CMoodModel",
            "CPlatform", "CTexts", "Records", "Quotes"),
        // what is noticed: patterns, trials, the month's review, a report for a doctor
        library(
            "Findings", "Base", "Engine", "Importing", "Insights", "Journal", "Ledger", "MoodClassifier", "Records", "Report",
            "Store"),
        library("Reminders", "Base", "Engine", "Findings", "Journal", "Ledger", "Records", "Store"),
        // import and export, where they meet keys
        library(
            "Exchange", "Base", "Basics", "Demo", "Engine", "Importing", "Journal", "Ledger", "Records", "SQLite", "Store",
            "Vault"),
        library("Backups", "Base", "Basics", "Engine", "Exchange", "Journal", "Ledger", "Records", "SQLite", "Store", "Vault"),
        // faces
        // requests, responses and what is made of them, wherever they come from
        library("HTTP"),
        // what they come from on a computer: sockets, and the signals that end it
        library("HTTPServer", "CPlatform", "HTTP", and: sockets),
        // what is shown on pages, on those that are written to files too
        library(
            "Documents", "Basics", "Base", "CAssets", "CMarkdown", "CQRCode", "Engine", "Exchange", "Findings", "HTTP",
            "Insights", "Journal", "Ledger", "Records", "Report"),
        library(
            "WebApp", "Backups", "Base", "Basics", "Documents", "Engine", "Exchange", "Findings", "HTTP", "Importing", "Insights",
            "Journal", "Ledger", "Quotes", "Records", "Reminders", "Report", "Sync"),
        // the web app inside a phone's browser: requests and answers as bytes, relays by its fetch
        library("Phone", "Base", "Basics", "Engine", "HTTP", "Journal", "Ledger", "Sync", "Vault", "WebApp"),
        library(
            "Commands", "Backups", "Base", "Basics", "CCurl", "CNotify", "COpenSSL", "CPixbuf", "CPlatform", "CTexts",
            "Documents", "Engine",
            "Exchange", "Findings", "HTTPServer", "Importing", "Insights", "Journal", "Ledger", "MoodClassifier", "Quotes",
            "Records", "Reminders", "Report", "Sync", "Vault", and: [arguments]),
        // It cannot read what it passes on: nothing that holds a key or knows the domain is linked to it.
        library("Relay", "Basics", "HTTP", "Sync", "Ledger", "SQLite", "CPostgres", crypto),
        // programs
        .executableTarget(
            name: "auralyst",
            dependencies: [
                "Base", "Basics", "Commands", "CPlatform", "Engine", "HTTP", "HTTPServer", "Ledger", "Quotes", "Reminders",
                "WebApp", arguments,
            ],
            swiftSettings: settings, linkerSettings: oneFile),
        .executableTarget(
            name: "auralyst-relay",
            dependencies: ["Relay", "Basics", "HTTP", "HTTPServer", "Sync", "Ledger", "CPlatform", arguments],
            swiftSettings: settings, linkerSettings: oneFile),
        // For wasm32-unknown-wasip1 (make phone); elsewhere it only says so.
        .executableTarget(
            name: "auralyst-phone", dependencies: ["Base", "CBrowser", "Journal", "Ledger", "Phone"], swiftSettings: settings,
            linkerSettings: reactor),
        // How much a relay bears: Benchmarks/scaling.md.
        .executableTarget(
            name: "measure-relay", dependencies: ["Sync", "Ledger", crypto, arguments], path: "Tools/measure-relay",
            swiftSettings: settings),
        // How often chance is taken for a pattern, and how often a pattern is found: docs/insights-figures.md.
        .executableTarget(
            name: "simulate-insights", dependencies: ["Insights", "Journal"], path: "Tools/simulate-insights",
            swiftSettings: settings),
        // tests
        // Makes vaults whose passphrase costs nothing, for tests of the whole program.
        .executableTarget(
            name: "cheap-vault", dependencies: ["Base", "Engine", "Vault"], path: "Tests/CheapVault", swiftSettings: testSettings),
        .target(name: "SeededChance", dependencies: ["Basics"], path: "Tests/SeededChance", swiftSettings: testSettings),
        // Optimized: it looks through megabytes.
        .target(name: "ByteSearch", dependencies: ["Basics"], path: "Tests/ByteSearch", swiftSettings: settings),
        .target(name: "CKillPoint", path: "Tests/CKillPoint"),
        .target(name: "CSteadyChance", path: "Tests/CSteadyChance"),
        .target(name: "CWorkCount", path: "Tests/CWorkCount"),
        .target(name: "KillPoints", dependencies: ["SeededChance"], path: "Tests/KillPoints", swiftSettings: testSettings),
        .target(
            name: "SharedJournal", dependencies: ["Ledger", "SeededChance", crypto], path: "Tests/SharedJournal",
            swiftSettings: testSettings),
        // What tests take for granted and needs no vault: values, clocks, folders, files of other programs.
        .target(
            name: "GivenValues", dependencies: ["Base", "Importing", "Journal", "Ledger", "SeededChance"],
            path: "Tests/GivenValues", swiftSettings: testSettings),
        .target(
            name: "GivenVault",
            dependencies: [
                "Backups", "Base", "Basics", "Engine", "GivenValues", "HTTP", "Journal", "Ledger", "Records", "Relay", "SQLite",
                "SeededChance", "Store", "Sync", "Vault", crypto,
            ], path: "Tests/GivenVault", swiftSettings: testSettings),
        tests("Basics", "Basics"),
        tests("Base", "Base", "GivenValues", "Importing", "Journal", besides: ["Sentences/plurals.tsv"]),
        tests("Journal", "Journal"),
        .testTarget(
            name: "InsightsTests", dependencies: ["Insights", "Journal", onMachines("simulate-insights"), "SeededChance"],
            exclude: ["reference-families.json", "reference-numbers.json"], swiftSettings: testSettings),
        .testTarget(
            name: "MoodClassifierTests", dependencies: ["MoodClassifier", "CMoodModel", "SeededChance"],
            exclude: [
                "parity.jsonl", "feelings.tsv", "mixed-feelings.tsv", "unseen-neutral.txt", "neutral-lines.txt", "idioms.txt",
                "crisis-lines.txt", "crisis-plain.txt", "not-crisis.txt", "groups.txt", "group-sentences.txt", "plain-facts.txt",
            ], swiftSettings: testSettings),
        tests("Ledger", "Ledger", "Vault", "SharedJournal", crypto),
        tests("Sync", "Sync", "Ledger"),
        tests("SQLite", "SQLite"),
        tests("Records", "Journal", "Ledger", "Records"),
        tests("Store", "Store", "Records", "SQLite", "Ledger", "Journal"),
        tests("Vault", "Basics", "Vault", onMachines("CKeyutils"), crypto),
        tests("Demo", "CTexts", "Demo", "Journal"),
        tests("Quotes", "CTexts", "GivenValues", "Journal", "Quotes"),
        tests("Report", "Base", "GivenValues", "Report"),
        tests("Importing", "Base", "Basics", "GivenValues", "Importing", "Journal", "Ledger", "SQLite"),
        // Some see by a backup, an export or an import that what the vault did is whole.
        tests(
            "Engine", "Backups", "Base", "Basics", "CPlatform", "Engine", "Exchange", "GivenValues", "GivenVault", "Importing",
            "Journal",
            "Ledger", "MoodClassifier", "Quotes", "Records", "SQLite", "Store", "Sync", "Vault", and: [crypto]),
        tests(
            "Findings", "Base", "Engine", "Exchange", "Findings", "GivenValues", "GivenVault", "Importing", "Insights", "Journal",
            "Ledger", "Records", "Report", "Store"),
        tests(
            "Reminders", "Base", "Engine", "Findings", "GivenValues", "GivenVault", "Journal", "Ledger", "Records", "Reminders",
            "Vault", and: [crypto]),
        tests(
            "Exchange", "Base", "Basics", "Engine", "Exchange", "Findings", "GivenValues", "GivenVault", "Importing", "Insights",
            "Journal",
            "Ledger", "Records", "Store", "Vault"),
        tests(
            "Backups", "Backups", "Base", "Engine", "Exchange", "GivenValues", "GivenVault", "Importing", "Journal", "Ledger",
            "Records", "Store", "Vault"),
        tests("HTTP", "HTTP"),
        tests("HTTPServer", "HTTP", "HTTPServer", and: sockets),
        tests("Documents", "Base", "Documents", "Engine", "Exchange", "GivenValues", "GivenVault", "Journal", "Ledger"),
        tests(
            "WebApp", "Base", "Basics", onMachines("CWorkCount"), "Documents", "Engine", "Exchange", "Findings", "HTTP",
            "Importing", "Insights", "Journal", "Ledger", "Records", "Relay", "Reminders", "SQLite", "SharedJournal", "Store",
            "Sync", "Vault", "WebApp", besides: ["route-samples.txt"]),
        tests(
            "PhoneProgram", "Backups", "Base", "Engine", "GivenValues", "GivenVault", "HTTP", "Journal", "Ledger", "Phone",
            "Sync", "Vault",
            "WebApp"),
        tests("Relay", "Relay", "HTTP", "Sync", "Ledger", "SQLite", "Vault", "SharedJournal", "KillPoints", crypto),
        tests(
            "Format", "Backups", "Base", "Basics", "Engine", "Exchange", "Importing", "Records", "SQLite", "Store", "Vault",
            "Ledger",
            "Journal", crypto),
        tests(
            "Simulation", "Base", "Basics", "Engine", "Relay", "HTTP", "Sync", "Records", "Store", "SQLite", "Vault", "Journal",
            "Ledger",
            crypto),
        // What goes through all of them: each kind of record in each way, each error in its words.
        tests(
            "Everything", "Backups", "Base", "Basics", "ByteSearch", "Documents", "Engine", "Exchange", "Findings", "GivenValues",
            "GivenVault", "HTTP",
            "Importing", "Insights", "Journal", "Ledger", "MoodClassifier", "Quotes", "Records", "Reminders", "Report", "SQLite",
            "Store", "Sync", "Vault"),
        // The whole program, spoken to as a person or a script does: AURALYST_PROGRAM names it.
        .testTarget(
            name: "ProcessTests", dependencies: ["SQLite", "Ledger", "KillPoints", "ByteSearch", "SeededChance"],
            exclude: ["work-samples.txt"], swiftSettings: testSettings),
    ]
)

// scripts/test-phone: the tests of what runs in a browser too become one program for WebAssembly, without the files and folders of
// Tests/phone-left-out.tsv, which it names in this variable. A relay takes part in some. The words of the command line make all code
// small, which takes its time: that of the tests is left as it is.
if let leftOut = Context.environment["AURALYST_PHONE_TESTS"]?.split(separator: " ").map(String.init) {
    let macros = Context.environment["AURALYST_PHONE_MACROS"]?.split(separator: " ").map(String.init) ?? []
    let quick = settings + [.unsafeFlags(["-Xfrontend", "-Onone"] + macros)]
    let wanted = Context.environment["AURALYST_PHONE_MODULES"]?.split(separator: " ").map(String.init) ?? []
    package.targets = package.targets.filter { !leftOut.contains("Tests/" + $0.name) }
    for (place, target) in package.targets.enumerated() {
        let folder = (target.path ?? (target.isTest ? "Tests/" : "Sources/") + target.name) + "/"
        let files = leftOut.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
        let isOfTests = folder.hasPrefix("Tests/")
        guard target.type != .executable, isOfTests || !files.isEmpty else { continue }
        package.targets[place] = .target(
            name: target.name, dependencies: target.dependencies, path: folder, exclude: target.exclude + files,
            swiftSettings: isOfTests ? quick : settings)
    }
    let all = package.targets.map(\.name).filter { $0.hasSuffix("Tests") && (wanted.isEmpty || wanted.contains($0)) }
    package.targets.append(
        .executableTarget(
            name: "phone-tests", dependencies: all.map { .target(name: $0) }, path: "Tests/PhoneTests/Program",
            swiftSettings: quick,
            // A stack as the phone's own program has: one that is full ends it.
            linkerSettings: [
                .unsafeFlags([
                    "-Xclang-linker", "--no-wasm-opt", "-Xlinker", "--stack-first", "-Xlinker", "--global-base=1048576",
                    "-Xlinker",
                    "-z", "-Xlinker", "stack-size=1048576",
                ])
            ]))
}
