import SkillSystem
import Synchronization

/// Remembers the digests of files, so that a library is hashed once and not at every start.
///
/// Only for deciding what to list: what runs is hashed again in sealed memory.
package protocol DigestCache: Sendable {
  func digest(of file: FileIdentity) -> SHA256Digest?
  /// Called only for files that are settled.
  func remember(_ digest: SHA256Digest, of file: FileIdentity)
}

/// Remembers for as long as the process lives.
package final class MemoryDigestCache: DigestCache {
  private let digests = Lock<[FileIdentity: SHA256Digest]>([:])

  package init() {}

  package func digest(of file: FileIdentity) -> SHA256Digest? { digests.withLock { $0[file] } }

  package func remember(_ digest: SHA256Digest, of file: FileIdentity) {
    digests.withLock { digests in
      // Old states of files pile up only if something rewrites libraries all the time.
      if digests.count >= 100_000 { digests.removeAll() }
      digests[file] = digest
    }
  }
}
