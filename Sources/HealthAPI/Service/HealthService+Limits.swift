import HealthImport
import Postgres

/// The limits of all requests together, besides those that `HTTPServerConfiguration` has by
/// default. The article Errors lists them.
extension HealthService {
    /// Longest body of a request, in bytes.
    public static let bodyBytesMax = BatchParser.bytesMax
    /// Longest body of a compressed request after decompression, in bytes.
    public static let decodedBodyBytesMax = BatchParser.decodedBytesMax
    /// Most bytes of bodies in memory at once, as sent and decompressed: 256 MiB, which two people
    /// together may use. The first MiB of each request does not count.
    public static let bodyBytesInFlightMax = 2 * bodyBytesPerPersonMax
    /// Most bytes of bodies of one person in memory at once: 128 MiB. That is one longest body of
    /// Health Auto Export, as sent and decompressed.
    public static let bodyBytesPerPersonMax = 2 * HealthAutoExportParser.bytesMax
    /// Longest list of a page of samples, workouts or parts of an explanation, in bytes: 16 MiB.
    /// The page ends before the item that would exceed the limit, and has a cursor for the next
    /// page. It has at least one item.
    public static let pageBytesMax = 16 << 20
    /// Most requests that are received or answered at once, which is as many as two people may
    /// send.
    public static let requestsInFlightMax = 2 * requestsPerPersonMax
    /// Most requests of one person at once: 256. As many may wait for a session of the database. So
    /// if two hundred dashboards send requests at the same time, all get an answer.
    public static let requestsPerPersonMax = Pool.Configuration.waitersPerOwnerMaxDefault
    /// Most connections on which no request was authenticated: 1,024, half of the connections that
    /// are not streams.
    public static let unauthenticatedConnectionsMax = 1_024
    /// Most unauthenticated connections of one address: 128, enough for twenty browsers behind one
    /// address. A trusted proxy and the machine of the service have no such limit.
    public static let unauthenticatedConnectionsPerAddressMax = 128
    /// The seconds after which a person with too many requests may try again. The statements of
    /// such a person take longer than a second.
    public static let personRetrySeconds = 2
}
