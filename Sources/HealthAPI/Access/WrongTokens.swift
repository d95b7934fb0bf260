import HTTPServer
import HealthJobs

/// Slows down an address that sends wrong tokens, and logs them without the tokens.
///
/// A token of 256 random bits cannot be guessed. The limit keeps a broken or hostile client from
/// filling the log, and the log shows it to the operator. A right token of the same address is not
/// held up, because a token is looked up before its address counts.
public final class WrongTokens: Sendable {
    /// Wrong tokens that an address may send at once. More are answered with 429.
    public static let burst = 100
    /// The seconds after which an address may send one more.
    public static let secondsPerToken = 6
    /// Addresses of each half of a shard. An address that is dropped begins again.
    public static let addressesMaxDefault = 1_024

    private let buckets: BucketTable<NetworkAddress?>
    private let log: Log

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
    /// - Parameter address: of the client; nil for a program over the UNIX socket.
    /// - Returns: the error to answer with: 429 for too many, otherwise `error`.
    func refusal(
        _ error: APIError, from address: NetworkAddress?, requestID: String, at now: ContinuousClock.Instant = .now
    ) -> APIError {
        // One machine has all IPv6 addresses of a /64.
        guard let wait = buckets.take(address?.customerNetwork, at: now) else {
            log.event(
                .warning, "wrong_token", [("requestId", requestID), ("address", address?.description ?? "unix")])
            return error
        }
        var refusal = APIError(
            .tooManyWrongTokens, "too many wrong tokens came from this address",
            hint: "wait as long as Retry-After says, and check the token")
        refusal.retryAfterSeconds = Int(wait.components.seconds) + 1
        return refusal
    }

    /// The number of addresses, for tests.
    var count: Int { buckets.count }
}
