// The names of Darwin that `HealthstoreClient` uses. With this module, `canImport(Darwin)` is true,
// so the code for Apple's platforms is type-checked on Linux. It is never linked.

@_exported import Glibc

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public let F_FULLFSYNC: Int32 = 51
