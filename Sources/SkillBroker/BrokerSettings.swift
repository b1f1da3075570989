/// What the broker allows; the tests' are shorter.
package struct BrokerSettings: Sendable {
  /// For name, connection and TLS together.
  package var connectTimeout: Duration = .seconds(10)
  /// A transfer that is slower than ``lowSpeed`` bytes a second for so long ends. It counts while the server thinks, too.
  package var lowSpeedTime: Duration = .seconds(30)
  package var lowSpeed = 64
  package var redirects = 5
  /// Requests of all calls at the same time.
  package var transfers = 64

  package init() {}
}
