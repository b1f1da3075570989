internal import CCrypto

/// The SHA-256 of some bytes.
package struct SHA256Digest: Hashable, Sendable {
  /// Exactly 32 bytes.
  package let bytes: [UInt8]

  /// Nil unless there are exactly 32 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Nil unless the text is exactly 64 lower-case hexadecimal digits, the only spelling a manifest may use.
  package init?(hex: String) {
    guard let bytes = Hex.decodeLowercase(hex), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The digest of a buffer.
  package init(of data: [UInt8]) {
    var hasher = SHA256()
    hasher.update(data)
    self = hasher.finish()
  }

  fileprivate init(finished bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hex.encode(bytes) }
}

extension SHA256Digest: CustomStringConvertible {
  package var description: String { hex }
}

/// SHA-256 of bytes that arrive in pieces. Owns the libcrypto context, which nothing else sees.
@safe package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  package init() {
    unsafe context = DigestContext.make(EVP_sha256())
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  package mutating func update(_ data: [UInt8]) {
    unsafe data.withUnsafeBytes { unsafe update($0) }
  }

  /// The bytes are read before this returns.
  package mutating func update(_ data: UnsafeRawBufferPointer) {
    let done = unsafe EVP_DigestUpdate(context, data.baseAddress, data.count)
    precondition(done == 1, "libcrypto could not hash")
  }

  /// Ends the hashing.
  package consuming func finish() -> SHA256Digest {
    SHA256Digest(finished: unsafe DigestContext.finish(context, size: 32))
  }
}

/// BLAKE2b with 64 bytes of output: what minisign signs.
enum BLAKE2b512 {
  static func hash(_ data: [UInt8]) -> [UInt8] {
    let context = unsafe DigestContext.make(EVP_blake2b512())
    defer { unsafe EVP_MD_CTX_free(context) }
    let done = unsafe EVP_DigestUpdate(context, data, data.count)
    precondition(done == 1, "libcrypto could not hash")
    return unsafe DigestContext.finish(context, size: 64)
  }
}

/// The three libcrypto calls that every digest needs.
///
/// They fail only when memory runs out or when this libcrypto lacks the algorithm; nothing that a bundle contains can
/// make them fail, so a failure ends the process.
private enum DigestContext {
  static func make(_ algorithm: OpaquePointer?) -> OpaquePointer {
    Libcrypto.prepare()
    guard let context = unsafe EVP_MD_CTX_new(), let algorithm = unsafe algorithm,
      unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1
    else { preconditionFailure("libcrypto could not start a digest") }
    return unsafe context
  }

  static func finish(_ context: OpaquePointer, size: Int) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    var written: UInt32 = 0
    let done = unsafe EVP_DigestFinal_ex(context, &digest, &written)
    precondition(done == 1 && Int(written) == size, "libcrypto could not finish a digest")
    return digest
  }
}
