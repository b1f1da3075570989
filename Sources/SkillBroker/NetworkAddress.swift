import Glibc

/// An IPv4 or IPv6 address as the kernel is given it.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16, in network order.
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads the usual spelling, without brackets.
  package init?(_ text: String) {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  package var text: String {
    var spelled = [CChar](repeating: 0, count: 64)
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &spelled, socklen_t(spelled.count)) != nil else { return "?" }
    return String(decoding: spelled.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The IPv4 address inside an IPv6 one that only wraps it: mapped (::ffff:0:0/96), or translated by the network
  /// (64:ff9b::/96).
  private var wrapped: NetworkAddress? {
    guard bytes.count == 16 else { return nil }
    let prefixes: [[UInt8]] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    return prefixes.contains(Array(bytes.prefix(12))) ? NetworkAddress(bytes: Array(bytes.suffix(4))) : nil
  }

  /// Whether it is this machine.
  package var isLoopback: Bool {
    if let wrapped { return wrapped.isLoopback }
    return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// Whether no single machine is meant: unspecified, multicast, broadcast.
  package var isNobody: Bool {
    if let wrapped { return wrapped.isNobody }
    if bytes.count == 4 { return bytes[0] == 0 || (224...239).contains(bytes[0]) || bytes == [255, 255, 255, 255] }
    return bytes.allSatisfy { $0 == 0 } || bytes[0] == 0xFF
  }

  /// Whether it is a machine of the public internet.
  ///
  /// Not public: what the IANA registries of special-purpose addresses (RFC 6890 and later) reserve. Of IPv6 only global
  /// unicast (2000::/3) is public, less what tunnels and documentation use: a tunnel's address hides another.
  package var isPublic: Bool {
    if let wrapped { return wrapped.isPublic }
    let reserved = bytes.count == 4 ? Self.reserved4 : Self.reserved6
    guard !reserved.contains(where: { contains($0.0, $0.1) }) else { return false }
    return bytes.count == 4 || bytes[0] & 0xE0 == 0x20
  }

  private func contains(_ prefix: [UInt8], _ bits: Int) -> Bool {
    for index in 0..<bits where (bytes[index / 8] ^ prefix[index / 8]) & (0x80 >> UInt8(index % 8)) != 0 {
      return false
    }
    return true
  }

  private static let reserved4: [([UInt8], Int)] = [
    ([0], 8),  // this network
    ([10], 8), ([172, 16], 12), ([192, 168], 16),  // private
    ([100, 64], 10),  // carriers' address translation
    ([127], 8),  // loopback
    ([169, 254], 16),  // link-local; clouds keep their secrets there
    ([192, 0, 0], 24), ([192, 88, 99], 24),  // protocols, 6to4 relays
    ([192, 0, 2], 24), ([198, 51, 100], 24), ([203, 0, 113], 24),  // documentation
    ([198, 18], 15),  // benchmarks
    ([224], 4), ([240], 4),  // multicast; reserved, with broadcast
  ]

  private static let reserved6: [([UInt8], Int)] = [
    ([0x20, 0x01, 0x00], 23),  // protocols, Teredo
    ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),  // documentation
    ([0x20, 0x02], 16),  // 6to4
  ]
}
