import HTTPServer
import HealthJobs
import Synchronization

/// Limits the wrong tokens of each address, and logs each wrong token without its text. A refused
/// login counts as a wrong token.
///
/// A token has 256 random bits and cannot be guessed. The limit keeps a broken or hostile client
/// from filling the log. Right tokens of the same address are not delayed, because only wrong
/// tokens count.
public final class WrongTokens: Sendable {
    /// The number of wrong tokens that an address may send at once. More are answered with 429.
    public static let burst = 100
    /// The seconds after which an address may send one more wrong token.
    public static let secondsPerToken = 6
    /// The number of addresses in each half of the table. The count of an address that is dropped
    /// begins again at zero.
    public static let addressesMaxDefault = 16_384

    private let buckets: BucketTable<NetworkAddress?>
    private let log: Log
    private let refusals = Atomic(0)

    /// - Parameter burst: 1 or more.
    public init(
        log: Log, burst: Int = WrongTokens.burst, addressesMax: Int = WrongTokens.addressesMaxDefault
    ) {
        buckets = BucketTable(
            interval: .seconds(WrongTokens.secondsPerToken), burst: burst, bucketsMax: addressesMax)
        self.log = log
    }

    /// Counts and logs a wrong token.
    ///
    /// - Parameters:
    ///   - address: the client's address; nil for a program that connects to the UNIX socket.
    ///   - event: the name of the event in the log.
    ///   - services: the number of services that divide the limit.
    ///   - reason: why the token is wrong, for the log; nil if there is nothing to say.
    /// - Returns: the error to answer with: 429 for too many wrong tokens, otherwise `error`.
    func refusal(
        _ error: APIError, from address: NetworkAddress?, requestID: String, event: String = "wrong_token",
        dividedBy services: Int = 1, reason: String? = nil, at now: ContinuousClock.Instant = .now
    ) -> APIError {
        refusals.add(1, ordering: .relaxed)
        // One machine may use all IPv6 addresses of a /64, so they count as one address.
        guard let wait = buckets.take(address?.customerNetwork, dividedBy: services, at: now) else {
            log.event(
                .warning, event,
                [("requestId", requestID), ("address", address?.description ?? "unix"), ("reason", reason)])
            return error
        }
        return APIError(
            .tooManyWrongTokens, "too many wrong tokens came from this address",
            hint: "wait for the seconds of Retry-After, and check the token",
            retryAfter: Int(wait.components.seconds) + 1)
    }

    /// The wrong tokens and refused logins since the start.
    var total: Int { refusals.load(ordering: .relaxed) }

    /// The number of addresses, for tests.
    var count: Int { buckets.count }
}
