import Glibc

/// A moment on CLOCK_MONOTONIC, in nanoseconds: the clock that the C ABI, the runner and the host share.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  package static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Later by `duration`; a sum beyond the clock's range is the last moment it can say, a negative duration is zero.
  package func advanced(by duration: Duration) -> MonotonicTime {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  /// How long after `earlier` this is; zero when it is before.
  package func since(_ earlier: MonotonicTime) -> Duration {
    .nanoseconds(Int64(clamping: nanoseconds >= earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0))
  }
}

extension Duration {
  /// In nanoseconds, at least 0 and at most `UInt64.max`.
  package var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, carried) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return carried ? .max : sum
  }

  /// In whole microseconds, clamped to `Int64`.
  package var wholeMicroseconds: Int64 { Int64(clamping: wholeNanoseconds / 1000) }
}

/// The wall clock.
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
