import Glibc

func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  guard gethostname(&name, name.count - 1) == 0 else { return "" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
}

func resolves(_ name: String) -> Bool {
  var found: UnsafeMutablePointer<addrinfo>?
  guard getaddrinfo(name, nil, nil, &found) == 0 else { return false }
  freeaddrinfo(found)
  return true
}
