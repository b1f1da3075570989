package import Glibc

/// What tells one state of a file from another without reading it.
///
/// The change time is set by the kernel at every write and cannot be set back, so equal identities mean equal contents,
/// with one exception: two writes within one tick of the kernel's clock (up to 10 ms) have one time. An identity may be
/// remembered only once it is ``isSettled(at:)``.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  /// Nanoseconds since 1970.
  package let modified: Int64
  /// Nanoseconds since 1970.
  package let changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  package init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
  }

  /// Nobody has written for this long: what is there is what is meant to be there.
  package static let settlingMilliseconds: Int64 = 2_000

  /// When the file will count as settled if nothing happens to it, in milliseconds since 1970.
  package var settles: Int64 { changed / 1_000_000 + Self.settlingMilliseconds }

  /// True when the last change is two seconds ago, or lies in the future because a clock was set back.
  package func isSettled(at milliseconds: Int64) -> Bool {
    milliseconds >= settles || milliseconds < changed / 1_000_000 - Self.settlingMilliseconds
  }

  /// Times are anybody's claim (`utimensat`), so the arithmetic wraps instead of trapping.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
