#if SANITIZE_THREAD
  import Glibc

  /// As below, over a pthread mutex: the thread sanitizer cannot see what `Synchronization.Mutex` does (its code is in an
  /// uninstrumented library) and would report every access that it guards.
  @safe package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Both live as long as this value; the value is touched only while the mutex is held. That is why it is Sendable.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initial: consuming sending Value) {
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
      unsafe value = .allocate(capacity: 1)
      unsafe value.initialize(to: initial)
    }

    deinit {
      unsafe value.deinitialize(count: 1)
      unsafe value.deallocate()
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&value.pointee)
    }
  }
#else
  package import Synchronization

  /// A value that is touched by one thread at a time.
  package typealias Lock<Value: ~Copyable> = Mutex<Value>
#endif
