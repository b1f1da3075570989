// swift-tools-version: 6.2
import PackageDescription

// No package dependencies, on purpose: docs/decisions/0001-no-package-dependencies.md.

// MARK: - Settings

/// `make sanitize` sets this: see Sources/SkillSystem/Lock.swift.
let sanitizer: [SwiftSetting] =
  Context.environment["SKILLHOST_SANITIZE"] == "thread" ? [.define("SANITIZE_THREAD")] : []

/// For everything that runs in the host or the runner.
let strict: [SwiftSetting] =
  sanitizer + [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]

/// For tests and plugins: the same language, without `unsafe` on every C call.
let usual: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let c: [CSetting] = [.unsafeFlags(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])]

/// A skill library exports `skill_entry_v1` and nothing else. The toolchain's lld leaves no other name in the dynamic
/// symbol table; gold, the default, keeps Swift's metadata there as local symbols.
let pluginLinker: [LinkerSetting] = [
  .unsafeFlags([
    "-use-ld=lld", "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map", "-Xlinker",
    "--undefined-version",
  ])
]

// MARK: - Skill libraries

let swiftPlugins = ["Weather", "Calendar", "Reminder", "FileSearch", "Chart"]
let calendarPlugins: Set = ["Calendar", "Reminder"]

let package = Package(
  name: "skillhost",
  products: [
    .executable(name: "skillhost", targets: ["skillhost"]),
    .executable(name: "skillhost-runner", targets: ["skillhost-runner"]),
    .library(name: "TextStatistics", type: .dynamic, targets: ["TextStatistics"]),
  ]
    + swiftPlugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [],
  targets: [
    // MARK: C

    .target(name: "CSkillABI", cSettings: c),
    .testTarget(name: "CSkillABITests", dependencies: ["CSkillABI"], swiftSettings: usual),
    .target(name: "CLinux", cSettings: c),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CRunner", cSettings: c),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // Opened when it is first needed, not linked: docs/decisions/0010-libcurl-for-the-broker.md.
    .target(name: "CCurl", cSettings: c),

    // MARK: JSON

    .target(name: "SkillJSON", swiftSettings: strict),
    .testTarget(name: "SkillJSONTests", dependencies: ["SkillJSON"], swiftSettings: usual),

    .target(name: "SkillSchema", dependencies: ["SkillJSON"], swiftSettings: strict),
    .testTarget(name: "SkillSchemaTests", dependencies: ["SkillSchema", "SkillJSON"], swiftSettings: usual),

    // MARK: System

    .target(name: "SkillSystem", dependencies: ["CLinux"], swiftSettings: strict),
    .testTarget(name: "SkillSystemTests", dependencies: ["SkillSystem", "CLinux"], swiftSettings: usual),

    // MARK: Bundles

    .target(
      name: "SkillBundle", dependencies: ["SkillJSON", "SkillSchema", "SkillSystem", "CCrypto", "CLinux"],
      swiftSettings: strict),
    .testTarget(
      name: "SkillBundleTests",
      dependencies: ["TestSupport", "SkillBundle", "SkillJSON", "SkillSchema", "SkillSystem", "CLinux"],
      swiftSettings: usual),

    // MARK: Loading and running

    .target(name: "SkillLoader", dependencies: ["CSkillABI", "CLinux", "SkillSystem"], swiftSettings: strict),
    .testTarget(
      name: "SkillLoaderTests", dependencies: ["SkillLoader", "CSkillABI", "SkillSystem", "CLinux"],
      swiftSettings: usual),

    .executableTarget(
      name: "skillhost-runner",
      dependencies: ["SkillLoader", "CSkillABI", "CLinux", "CRunner", "CSeccomp", "SkillSystem"],
      swiftSettings: strict,
      // Sources/CRunner/crunner.c says why; it is the only symbol that the runner exports.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=open"])]),

    .target(
      name: "SkillRuntime",
      dependencies: [
        "SkillJSON", "SkillSchema", "SkillSystem", "SkillBundle", "SkillLoader", "CLinux", "CSkillABI",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SkillRuntimeTests",
      dependencies: [
        "TestSupport", "SkillRuntime", "SkillStore", "SkillBundle", "SkillJSON", "SkillSchema", "SkillSystem",
        "SkillLoader", "CLinux", "CSkillABI",
      ],
      swiftSettings: usual),

    // MARK: Network

    .target(
      name: "SkillBroker",
      dependencies: ["SkillRuntime", "SkillBundle", "SkillLoader", "SkillSystem", "CSkillABI", "CCurl"],
      swiftSettings: strict),
    .testTarget(
      name: "SkillBrokerTests",
      dependencies: [
        "TestSupport", "SkillBroker", "SkillRuntime", "SkillBundle", "SkillLoader", "SkillJSON", "SkillSystem",
        "CSkillABI",
      ],
      swiftSettings: usual),

    // MARK: State

    .target(
      name: "SkillStore",
      dependencies: ["SkillRuntime", "SkillBundle", "SkillLoader", "SkillJSON", "SkillSystem", "CSQLite"],
      swiftSettings: strict),
    .testTarget(
      name: "SkillStoreTests", dependencies: ["SkillStore", "SkillRuntime", "SkillBundle", "SkillSystem", "SkillJSON"],
      swiftSettings: usual),

    // MARK: Examining skills

    .target(
      name: "SkillTrial",
      dependencies: [
        "SkillJSON", "SkillSchema", "SkillSystem", "SkillBundle", "SkillLoader", "SkillRuntime", "CLinux", "CSkillABI",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SkillTrialTests",
      dependencies: ["TestSupport", "SkillTrial", "SkillBundle", "SkillJSON", "SkillSchema", "SkillSystem", "CLinux"],
      swiftSettings: usual),

    // MARK: Command line

    .target(
      name: "SkillCommand",
      dependencies: [
        "SkillJSON", "SkillSchema", "SkillSystem", "SkillBundle", "SkillLoader", "SkillRuntime", "SkillBroker",
        "SkillStore", "SkillTrial", "CLinux",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SkillCommandTests",
      dependencies: [
        "TestSupport", "SkillCommand", "SkillJSON", "SkillSystem", "SkillBundle", "SkillRuntime", "SkillStore",
      ],
      swiftSettings: usual),
    .executableTarget(name: "skillhost", dependencies: ["SkillCommand"], swiftSettings: strict),

    .target(name: "CAllocationCount", path: "Tests/AllocationCount", cSettings: c),
    .executableTarget(
      name: "skillhost-bench",
      dependencies: [
        "CAllocationCount", "CLinux", "SkillJSON", "SkillSchema", "SkillSystem", "SkillBundle", "SkillLoader",
        "SkillRuntime",
      ],
      path: "Tests/Benchmarks", exclude: ["peer_schema.py"], swiftSettings: usual),

    // MARK: For skill authors

    .target(name: "SkillPluginKit", dependencies: ["CSkillABI", "SkillJSON"], swiftSettings: usual),
    .target(
      name: "FakeSkillHost", dependencies: ["CSkillABI"], path: "Tests/FakeSkillHost", swiftSettings: usual),
    .testTarget(
      name: "SkillPluginKitTests",
      dependencies: ["TestSupport", "SkillPluginKit", "FakeSkillHost", "SkillJSON", "CSkillABI"],
      swiftSettings: usual),

    // MARK: Sample skills

    .target(
      name: "TextStatistics", dependencies: ["CSkillABI"], path: "Plugins/TextStatistics", publicHeadersPath: ".",
      cSettings: c, linkerSettings: pluginLinker),
    .target(name: "ICalendar", path: "Plugins/ICalendar", swiftSettings: usual),
    .testTarget(name: "ICalendarTests", dependencies: ["ICalendar"], swiftSettings: usual),
  ]
    + swiftPlugins.map {
      .target(
        name: $0,
        dependencies: ["SkillPluginKit"] + (calendarPlugins.contains($0) ? ["ICalendar"] : []),
        path: "Plugins/\($0)", exclude: $0 == "Weather" ? ["SampleForecasts"] : [], swiftSettings: usual,
        linkerSettings: pluginLinker)
    }
    + [
      // MARK: Through the front door

      .target(
        name: "TestSupport", dependencies: ["SkillJSON", "SkillSystem", "CLinux"], path: "Tests/TestSupport",
        swiftSettings: usual),

      .testTarget(
        name: "PluginTests",
        dependencies: [
          "FakeSkillHost", "CSkillABI", "SkillLoader", "SkillJSON", "SkillSystem", "SkillBundle", "SkillSchema",
        ],
        swiftSettings: usual),
      .testTarget(
        name: "EndToEndTests", dependencies: ["TestSupport", "SkillJSON", "SkillSystem", "CLinux"],
        swiftSettings: usual),
    ]
)
