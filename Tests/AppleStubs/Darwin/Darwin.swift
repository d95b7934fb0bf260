// The names of Darwin that `HealthstoreClient` uses. With this module, `canImport(Darwin)` is true,
// so the code for Apple's platforms is type-checked on Linux. It is never linked.

import Foundation
@_exported import FoundationNetworking
@_exported import Glibc

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public let F_FULLFSYNC: Int32 = 51

// Names of Foundation for background uploads, which Linux lacks.

extension URLSessionConfiguration {
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/background(withidentifier:)
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        signatureOnly()
    }
    /// https://developer.apple.com/documentation/foundation/urlsessionconfiguration/sessionsendslaunchevents
    public var sessionSendsLaunchEvents: Bool {
        get { signatureOnly() }
        set { signatureOnly() }
    }
}

extension URLSession {
    /// https://developer.apple.com/documentation/foundation/urlsession/alltasks
    public var allTasks: [URLSessionTask] { get async { signatureOnly() } }
}

private func signatureOnly() -> Never {
    while true {}
}
