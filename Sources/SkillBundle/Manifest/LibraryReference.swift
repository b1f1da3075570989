/// The `library` member of a manifest: which files hold the skill's code.
package struct LibraryReference: Hashable, Sendable {
  /// The major version of the skill ABI; 1.
  package let abi: Int
  /// At least one; no two for the same platform.
  package let builds: [LibraryBuild]

  /// The only major version of the ABI that exists.
  package static let supportedABI = 1

  package func build(for platform: Platform) -> LibraryBuild? {
    builds.first { $0.platform == platform }
  }
}

/// One shared library for one platform.
package struct LibraryBuild: Hashable, Sendable {
  package let platform: Platform
  /// A plain file name; the file is beside the manifest.
  package let file: String
  /// In bytes, at least 1.
  package let size: Int
  package let sha256: SHA256Digest

  /// The largest library that is accepted: it has to fit in sealed memory.
  package static let maximumSize = 512 * 1024 * 1024

  package init(platform: Platform, file: String, size: Int, sha256: SHA256Digest) {
    self.platform = platform
    self.file = file
    self.size = size
    self.sha256 = sha256
  }
}

/// An operating system and a processor architecture, in the words of a manifest.
package struct Platform: Hashable, Sendable {
  package let os: String
  package let arch: String

  package init(os: String, arch: String) {
    self.os = os
    self.arch = arch
  }

  /// `linux/x86_64`.
  package var text: String { "\(os)/\(arch)" }

  /// True when there is a skillhost for it.
  package var isSupported: Bool { os == "linux" && ["x86_64", "aarch64", "riscv64"].contains(arch) }

  /// What this program was built for.
  package static let current: Platform = {
    #if arch(x86_64)
      Platform(os: "linux", arch: "x86_64")
    #elseif arch(arm64)
      Platform(os: "linux", arch: "aarch64")
    #elseif arch(riscv64)
      Platform(os: "linux", arch: "riscv64")
    #else
      #error("add this processor here and to ELFHeader.architecture")
    #endif
  }()
}

extension Platform: CustomStringConvertible {
  package var description: String { text }
}
