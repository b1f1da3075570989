internal import CCrypto

/// Ed25519 (RFC 8032) over libcrypto, with the two checks that libcrypto leaves to its caller or to its version.
enum Ed25519 {
  static let seedSize = 32
  static let publicKeySize = 32
  static let signatureSize = 64

  /// The public key of a 32-byte seed.
  static func publicKey(ofSeed seed: [UInt8]) -> [UInt8] {
    unsafe withSecretKey(seed) { key in
      var bytes = [UInt8](repeating: 0, count: publicKeySize)
      var size = publicKeySize
      let done = unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &size)
      precondition(done == 1 && size == publicKeySize, "libcrypto could not derive an Ed25519 public key")
      return bytes
    }
  }

  /// The 64-byte signature over `message`.
  static func sign(_ message: [UInt8], seed: [UInt8]) -> [UInt8] {
    unsafe withSecretKey(seed) { key in
      guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
      defer { unsafe EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: signatureSize)
      var size = signatureSize
      let done =
        unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1
        && EVP_DigestSign(context, &signature, &size, message, message.count) == 1
      precondition(done && size == signatureSize, "libcrypto could not sign")
      return signature
    }
  }

  /// True when the signature fits. False for anything else: wrong sizes, a key that is no point, a non-canonical S.
  static func verify(signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard publicKey.count == publicKeySize, hasCanonicalScalar(signature) else { return false }
    Libcrypto.prepare()
    // A failed check leaves entries in libcrypto's per-thread error queue.
    defer { ERR_clear_error() }
    guard let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
    else { return false }
    defer { unsafe EVP_PKEY_free(key) }
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer { unsafe EVP_MD_CTX_free(context) }
    return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// True when the second half of a 64-byte signature, S, is below the group order L.
  ///
  /// S and S + L fit the same message. Accepting both would let anybody make a second valid signature out of a first
  /// one; RFC 8032 asks for this check, and not every libcrypto has always made it.
  static func hasCanonicalScalar(_ signature: [UInt8]) -> Bool {
    guard signature.count == signatureSize else { return false }
    return isBelow(signature[32...], order)
  }

  /// True for a public key under which a signature proves nothing, or that has a second spelling.
  ///
  /// Eight points have an order that divides 8. Under such a key one signature fits a large share of all messages, and
  /// libcrypto accepts them. The list holds the seven y coordinates that such points can be written with (the
  /// non-canonical p and p + 1 included); the sign bit is ignored. Every other y of p or more is refused as well: it
  /// would be a second spelling of a smaller y, and two texts must not name one key.
  static func isWeak(publicKey: [UInt8]) -> Bool {
    guard publicKey.count == publicKeySize else { return true }
    var y = publicKey
    y[31] &= 0x7f
    return smallOrder.contains(y) || !isBelow(y[...], prime)
  }

  private static func withSecretKey<R>(_ seed: [UInt8], _ body: (OpaquePointer) -> R) -> R {
    precondition(seed.count == seedSize, "an Ed25519 seed has 32 bytes")
    Libcrypto.prepare()
    guard let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
    else { preconditionFailure("libcrypto could not take an Ed25519 seed") }
    defer { unsafe EVP_PKEY_free(key) }
    return unsafe body(key)
  }

  /// Compares two 32-byte little-endian numbers. Nothing here is secret, so the time it takes does not matter.
  private static func isBelow(_ left: ArraySlice<UInt8>, _ right: [UInt8]) -> Bool {
    for (l, r) in zip(left.reversed(), right.reversed()) where l != r { return l < r }
    return false
  }

  /// L = 2^252 + 27742317777372353535851937790883648493, little-endian.
  private static let order: [UInt8] =
    [
      0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    ] + [UInt8](repeating: 0, count: 15) + [0x10]

  /// p = 2^255 - 19, little-endian.
  private static let prime: [UInt8] = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]

  private static let smallOrder: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),  // y = 0, order 4
    [1] + [UInt8](repeating: 0, count: 31),  // y = 1, the neutral point
    [  // order 8
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [  // order 8
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
      0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],  // y = -1, order 2
    [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f],  // p, another spelling of 0
    [0xee] + [UInt8](repeating: 0xff, count: 30) + [0x7f],  // p + 1, another spelling of 1
  ]
}
