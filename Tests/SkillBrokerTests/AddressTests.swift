import SkillBroker
import Testing

/// Which addresses are the public internet's.
@Suite struct AddressTests {
  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    // IPv6
    "::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "100::1", "2001::1",
    "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "4000::1", "5f00::1",
    // IPv4 in IPv6
    "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254", "::ffff:0.0.0.0", "::ffff:224.0.0.1",
    "64:ff9b::127.0.0.1", "64:ff9b::192.168.1.1", "64:ff9b:1::8.8.8.8", "::127.0.0.1", "::8.8.8.8",
    "::ffff:0:8.8.8.8",
  ])
  func isNotPublic(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(!address.isPublic)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.1.1.1", "128.0.0.1",
    "169.253.1.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.1.1", "192.169.1.1", "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2001:200::1", "2400:cb00::1", "2a00:1450::1",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
  ])
  func isPublic(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.isPublic)
    #expect(!address.isNobody && !address.isLoopback)
  }

  @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
  func isThisMachine(text: String) { #expect(NetworkAddress(text)?.isLoopback == true) }

  @Test(arguments: [
    "0.0.0.0", "::", "224.0.0.251", "255.255.255.255", "ff02::fb", "::ffff:0.0.0.0", "::ffff:224.0.0.1",
  ])
  func isNobody(text: String) { #expect(NetworkAddress(text)?.isNobody == true) }

  @Test(arguments: ["", "127.1", "0x7f.1", "1.2.3.4.5", "127.0.0.1 ", "fe80::1%eth0", "[::1]", "::1\0", "localhost"])
  func isNoAddress(text: String) { #expect(NetworkAddress(text) == nil) }
}
