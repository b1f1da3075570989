internal import Glibc
internal import SkillSystem

/// Bytes that are read in pieces at places the bytes themselves name, so every read is checked against the size.
protocol ByteSource {
  var size: Int { get }
  /// Exactly `count` bytes from `offset`; nil when they are not all there.
  func read(at offset: UInt64, count: UInt64) -> [UInt8]?
}

extension ByteSource {
  /// `offset` and `count` as a range inside the size; nil when they reach beyond it or do not fit any number.
  func range(_ offset: UInt64, _ count: UInt64) -> Range<Int>? {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, let upper = Int(exactly: end), upper <= size, let lower = Int(exactly: offset) else { return nil }
    return lower..<upper
  }
}

/// A buffer.
struct ArraySource: ByteSource {
  let bytes: [UInt8]
  var size: Int { bytes.count }

  func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    range(offset, count).map { Array(bytes[$0]) }
  }
}

/// An open file, which the caller keeps open for as long as this value is used.
struct FileSource: ByteSource {
  let number: Int32
  let size: Int

  func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard let range = range(offset, count) else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < range.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        return retrying { unsafe pread(number, rest.baseAddress, rest.count, off_t(range.lowerBound + done)) }
      }
      // Zero: the file became shorter while it was read.
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}
