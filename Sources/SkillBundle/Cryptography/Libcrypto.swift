internal import CCrypto

/// What this module asks of OpenSSL's libcrypto: digests, Ed25519 and random bytes, and nothing that depends on its
/// configuration.
enum Libcrypto {
  /// Starts libcrypto without reading `openssl.cnf`.
  ///
  /// The file would cost time at every start, and `OPENSSL_CONF` in the environment could load a provider of somebody
  /// else's into the process that decides what is trusted.
  static func prepare() {
    precondition(started, "libcrypto could not start")
  }

  private static let started = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  /// Bytes that nobody can predict.
  static func randomBytes(_ count: Int) -> [UInt8] {
    prepare()
    var bytes = [UInt8](repeating: 0, count: count)
    let done = unsafe RAND_priv_bytes(&bytes, Int32(count))
    precondition(done == 1, "libcrypto has no random bytes")
    return bytes
  }

  /// Overwrites secret bytes in a way the compiler may not leave out.
  static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
  }
}
