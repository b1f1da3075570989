/// How large a text may be before it is refused.
package struct JSONLimits: Sendable, Hashable {
  /// Bytes of the whole text. Values above ``largest`` count as that.
  package var maxBytes: Int
  /// Containers inside each other; `[[1]]` is 2 deep.
  package var maxDepth: Int

  package init(maxBytes: Int = 64 << 20, maxDepth: Int = 512) {
    self.maxBytes = maxBytes
    self.maxDepth = maxDepth
  }

  /// 64 MiB, 512 deep.
  package static let `default` = JSONLimits()

  /// No text beyond 1 GiB is ever parsed: offsets and counts on the tape have 32 bits.
  package static let largest = 1 << 30
}
