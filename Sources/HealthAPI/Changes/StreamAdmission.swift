import HTTPServer
import HealthDatabase

/// Limits the number of open streams, in total and for one person.
///
/// A stream takes its permit before it does any other work. So a burst of requests cannot exceed
/// the limits.
final class StreamAdmission: Sendable {
    /// Most open streams of imports.
    static let importStreamsMax = 100
    /// Most open streams of imports of one person.
    static let importStreamsPerPersonMax = 25

    private let budget: ShareBudget
    private let perPersonMax: Int

    init(max: Int, perPersonMax: Int) {
        budget = ShareBudget(max: max, perOwnerMax: perPersonMax)
        self.perPersonMax = perPersonMax
    }

    /// Admits a stream. The permit is valid until it is released or deallocated.
    ///
    /// - Throws: `APIError` (`too_many_streams`): 429 at the limit of the person, 503 at the limit
    ///   of all people together.
    func admit(_ person: Person) throws(APIError) -> Reservation {
        let permit = Reservation(budget)
        switch permit.assign(to: person.id) ?? permit.hold(1) {
        case nil: return permit
        case .ownerOverloaded:
            throw StreamAdmission.refusal(
                .tooManyRequests,
                "the person already has \(perPersonMax) open streams of this kind, which is the limit")
        default: throw StreamAdmission.refusal(.serviceUnavailable, "too many streams of this kind are open")
        }
    }

    /// Returns the number of permits of a person, for tests.
    func count(of person: Person) -> Int { budget.held(by: person.id) }

    private static func refusal(_ status: HTTPStatus, _ message: String) -> APIError {
        APIError(
            .tooManyStreams, status: status, message, hint: "close unused streams, or try again later",
            retryAfter: Int(ChangeHub.heartbeatSeconds))
    }
}
