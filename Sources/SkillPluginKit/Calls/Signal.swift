internal import Glibc

/// A flag that any thread sets and one thread waits for; waiting takes it down again.
///
/// A condition variable of the C library, because waiting has to block the thread that the host gave us.
final class Signal: Sendable {
  private struct Storage {
    var mutex = pthread_mutex_t()
    var condition = pthread_cond_t()
    var isSet = false
  }

  /// The address of a `Storage` that lives as long as this object. Its own mutex guards it.
  private let address: UInt

  private var storage: UnsafeMutablePointer<Storage> {
    UnsafeMutablePointer(bitPattern: address)!  // allocated in init and never null
  }

  init() {
    let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    storage.initialize(to: Storage())
    address = UInt(bitPattern: storage)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_mutex_init(&storage.pointee.mutex, nil)
    pthread_cond_init(&storage.pointee.condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(&storage.pointee.condition)
    pthread_mutex_destroy(&storage.pointee.mutex)
    storage.deallocate()
  }

  func set() {
    pthread_mutex_lock(&storage.pointee.mutex)
    storage.pointee.isSet = true
    pthread_cond_broadcast(&storage.pointee.condition)
    pthread_mutex_unlock(&storage.pointee.mutex)
  }

  func wait() {
    pthread_mutex_lock(&storage.pointee.mutex)
    while !storage.pointee.isSet { pthread_cond_wait(&storage.pointee.condition, &storage.pointee.mutex) }
    storage.pointee.isSet = false
    pthread_mutex_unlock(&storage.pointee.mutex)
  }

  /// Waits for at most `milliseconds`, less than a second.
  func wait(milliseconds: Int) {
    var until = timespec()
    clock_gettime(CLOCK_MONOTONIC, &until)
    let nanoseconds = until.tv_nsec + milliseconds * 1_000_000
    until.tv_sec += nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(&storage.pointee.mutex)
    while !storage.pointee.isSet {
      if pthread_cond_timedwait(&storage.pointee.condition, &storage.pointee.mutex, &until) != 0 { break }
    }
    storage.pointee.isSet = false
    pthread_mutex_unlock(&storage.pointee.mutex)
  }
}
