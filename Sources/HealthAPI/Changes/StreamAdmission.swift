import HTTPServer
import HealthDatabase
import Synchronization

/// Limits the number of open streams, in total and for one person.
///
/// A stream takes its permit before it does any other work. So a burst of requests cannot exceed
/// the limits.
final class StreamAdmission: Sendable {
    /// Most open streams of imports.
    static let importStreamsMax = 100
    /// Most open streams of imports of one person.
    static let importStreamsPerPersonMax = 25

    private let streamsMax: Int
    private let streamsPerPersonMax: Int
    private let admitted = Mutex(Admitted())

    private struct Admitted {
        var count = 0
        var countOfPerson: [Int32: Int] = [:]
    }

    init(max: Int, perPersonMax: Int) {
        streamsMax = max
        streamsPerPersonMax = perPersonMax
    }

    /// Admits a stream. The permit is valid until it is released or deallocated.
    ///
    /// - Throws: `APIError` (`too_many_streams`): 429 at the limit of the person, 503 at the limit
    ///   of all people together.
    func admit(_ person: Person) throws(APIError) -> Permit {
        try admitted.withLock { admitted throws(APIError) in
            let known = admitted.countOfPerson[person.id] ?? 0
            guard known < streamsPerPersonMax else {
                throw Self.refusal(
                    .tooManyRequests,
                    "the person already has \(streamsPerPersonMax) open streams of this kind, which is the limit")
            }
            guard admitted.count < streamsMax else {
                throw Self.refusal(.serviceUnavailable, "too many streams of this kind are open")
            }
            admitted.count += 1
            admitted.countOfPerson[person.id] = known + 1
        }
        return Permit(self, person.id)
    }

    /// Returns the number of permits of a person, for tests.
    func count(of person: Person) -> Int { admitted.withLock { $0.countOfPerson[person.id] ?? 0 } }

    private static func refusal(_ status: HTTPStatus, _ message: String) -> APIError {
        APIError(
            .tooManyStreams, status: status, message, hint: "close unused streams, or try again later",
            retryAfter: Int(ChangeHub.heartbeatSeconds))
    }

    final class Permit: Sendable {
        private let admission: StreamAdmission
        private let person: Int32
        private let isHeld = Atomic(true)

        fileprivate init(_ admission: StreamAdmission, _ person: Int32) {
            self.admission = admission
            self.person = person
        }

        deinit { release() }

        /// Releases the permit. A second call has no effect.
        func release() {
            guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
            admission.admitted.withLock { admitted in
                admitted.count -= 1
                let left = (admitted.countOfPerson[person] ?? 1) - 1
                admitted.countOfPerson[person] = left > 0 ? left : nil
            }
        }
    }
}
