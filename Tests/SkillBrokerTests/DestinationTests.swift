import CSkillABI
import SkillBroker
import SkillBundle
import SkillLoader
import Testing

/// Which URLs a manifest allows, and how they are spelled to get around it.
@Suite struct DestinationTests {
  static let allowed = [
    "good.example:443", "good.example:8080", "127.0.0.1:9000", "[::1]:9000", "localhost:9000",
    "xn--bcher-kva.example:443",
  ].compactMap { NetworkPermission($0) }

  private func judge(_ url: String, base: Destination? = nil) -> Result<Destination, FetchProblem> {
    do throws(FetchProblem) {
      return .success(try Destination(url, base: base, allowed: Self.allowed))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("https://good.example/", "good.example:443"), ("https://good.example", "good.example:443"),
    ("HTTPS://GOOD.Example/a?b#c", "good.example:443"), ("https://good.example:443/a", "good.example:443"),
    ("http://good.example:8080/x", "good.example:8080"), ("http://127.0.0.1:9000/", "127.0.0.1:9000"),
    ("http://[::1]:9000/", "[::1]:9000"), ("http://[0:0:0:0:0:0:0:1]:9000/", "[::1]:9000"),
    ("http://localhost:9000/", "localhost:9000"), ("https://xn--bcher-kva.example/", "xn--bcher-kva.example:443"),
    // Other spellings of an address that the manifest names: curl and the list see the same address.
    ("http://0x7f.1:9000/", "127.0.0.1:9000"), ("http://127.1:9000/", "127.0.0.1:9000"),
    ("http://2130706433:9000/", "127.0.0.1:9000"),
  ])
  func isAllowed(url: String, origin: String) throws {
    #expect(try judge(url).get().origin == origin)
  }

  @Test(arguments: [
    "http://good.example/", "https://good.example:444/", "https://good.example:8080.evil.example/",
    "https://evil.example/", "https://good.example.evil.example/", "https://sub.good.example/",
    "https://evilgood.example/", "https://good.example./", "https://good.example:80/", "http://127.0.0.1/",
    "http://127.0.0.2:9000/", "http://0x7f.1/", "http://127.1/", "http://[::ffff:127.0.0.1]:9000/",
    "http://[::ffff:7f00:1]:9000/", "http://[::]:9000/", "http://localhost./", "http://localhost.:9000/",
    "https://good.example%2eevil.example/", "https://evil.example/https://good.example/",
    "https://evil.example?good.example", "https://evil.example#good.example",
  ])
  func isNotInTheList(url: String) {
    guard case .failure(let problem) = judge(url) else {
      Issue.record("allowed")
      return
    }
    #expect([SKILL_NEEDS_PERMISSION, SKILL_BAD_INPUT].contains(problem.end.status), "\(problem)")
  }

  @Test(arguments: [
    "", "good.example", "//good.example/", "/path", "https:", "https://", "ftp://good.example/",
    "file:///etc/passwd", "gopher://good.example/", "javascript:alert(1)", "https://good.example:0/",
    "https://good.example:65536/", "https://good.example:x/", "https://good.example:443:443/",
    "http://good@evil.example/", "https://user:password@good.example/", "https://good.example@127.0.0.1:9000/",
    "https://good.example\\@evil.example/", "https://good.example/ a", "https://good.example/\r\nX: 1",
    "https://good.example/\u{e9}", "https://b\u{fc}cher.example/", "https://good.example\u{2024}evil/",
    "http://[::1%25eth0]:9000/", "http://[fe80::1%eth0]:9000/", "http://[::1:9000/", "http://::1:9000/",
    "https://good.example\0.evil.example/", "https://" + String(repeating: "a", count: 9000),
  ])
  func isNoURLForSkills(url: String) {
    guard case .failure(let problem) = judge(url) else {
      Issue.record("allowed")
      return
    }
    #expect(problem.end.status == SKILL_BAD_INPUT, "\(problem)")
  }

  @Test func messagesSayWhatIsMissing() {
    #expect(
      judge("https://evil.example/")
        == .failure(
          FetchProblem(
            end: ServiceEnd(SKILL_NEEDS_PERMISSION, "evil.example:443 is not in the manifest's permissions.network"))))
    #expect(
      judge("ftp://good.example/")
        == .failure(
          FetchProblem(
            end: ServiceEnd(SKILL_BAD_INPUT, "ftp://good.example/: only http and https are fetched, not ftp"))))
  }

  @Test func aLocationMayBeRelative() throws {
    let base = try judge("https://good.example/a/b?c").get()
    #expect(try judge("../d", base: base).get().url == "https://good.example/d")
    #expect(try judge("/e?f", base: base).get().url == "https://good.example/e?f")
    #expect(try judge("//good.example/g", base: base).get().url == "https://good.example/g")
    guard case .failure(let problem) = judge("//evil.example/", base: base) else {
      Issue.record("allowed")
      return
    }
    #expect(problem.end.status == SKILL_NEEDS_PERMISSION)
  }

  @Test func onlyWhoNamesAPrivateAddressGetsThere() throws {
    func allows(_ url: String, _ address: String) throws -> Bool {
      try judge(url).get().allows(try #require(NetworkAddress(address)))
    }
    #expect(try allows("https://good.example/", "8.8.8.8"))
    #expect(try !allows("https://good.example/", "127.0.0.1"))
    #expect(try !allows("https://good.example/", "10.0.0.1"))
    #expect(try !allows("https://good.example/", "::ffff:127.0.0.1"))
    #expect(try !allows("https://good.example/", "169.254.169.254"))
    #expect(try allows("http://127.0.0.1:9000/", "127.0.0.1"))
    #expect(try !allows("http://127.0.0.1:9000/", "127.0.0.2"))
    #expect(try allows("http://[::1]:9000/", "::1"))
    #expect(try allows("http://localhost:9000/", "127.0.0.1"))
    #expect(try allows("http://localhost:9000/", "::1"))
    #expect(try !allows("http://localhost:9000/", "192.168.1.1"))
    let everybody = try Destination("http://0.0.0.0:1/", allowed: [try #require(NetworkPermission("0.0.0.0:1"))])
    #expect(try !everybody.allows(#require(NetworkAddress("0.0.0.0"))))
  }
}
