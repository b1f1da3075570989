import Glibc

/// The right to change the files of a folder, held by an open lock file until it is closed.
///
/// `flock` on a file of its own: the calendar files are replaced by renaming, so a lock on one of them would be a
/// lock on a file that is gone. Each holder opens the file anew, so it works between threads as between processes,
/// and a process that dies lets go. Other programs do not know this lock; see ``CalendarFolder/update``.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  static let fileName = ".skillhost.lock"

  /// Waits until the lock is free, or until `isCancelled` says to give up.
  init(folder: String, isCancelled: () -> Bool) throws(FolderError) {
    let path = "\(folder)/\(Self.fileName)"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FolderError("cannot open the lock file \(path)", code: errno) }
    // Polling, because a blocked `flock` could not hear of a cancellation. The lock is held for a few milliseconds.
    var pause: Int = 1_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        close(descriptor)
        throw FolderError("cannot lock \(path)", code: code)
      }
      guard !isCancelled() else {
        close(descriptor)
        throw FolderError(.cancelled, "cancelled while another call was changing \(folder)")
      }
      var time = timespec(tv_sec: 0, tv_nsec: pause)
      nanosleep(&time, nil)
      pause = min(pause * 2, 16_000_000)
    }
  }

  deinit { close(descriptor) }
}
