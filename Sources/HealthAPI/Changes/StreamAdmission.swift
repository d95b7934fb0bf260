import HTTPServer
import HealthDatabase
import Synchronization

/// A bounded number of places for open streams; one person takes at most a share of them.
///
/// A place is taken before the stream does anything, so that a burst cannot take more than there are.
final class StreamPlaces: Sendable {
    /// Streams of imports that may be open at once.
    static let importStreamsMax = 100
    /// Streams of imports that may be open for one person at once.
    static let importStreamsPerPersonMax = 25

    private let placesMax: Int
    private let placesPerPersonMax: Int
    private let taken = Mutex(Taken())

    private struct Taken {
        var count = 0
        var countOfPerson: [Int32: Int] = [:]
    }

    init(max: Int, perPersonMax: Int) {
        placesMax = max
        placesPerPersonMax = perPersonMax
    }

    /// A place, until it is given back or let go.
    ///
    /// - Throws: `APIError` (`too_many_streams`): 429 where the person has all of theirs, 503 where all are taken.
    func take(for person: Person) throws(APIError) -> Place {
        let refusal = taken.withLock { taken -> APIError? in
            let known = taken.countOfPerson[person.id] ?? 0
            guard known < placesPerPersonMax else {
                return Self.refusal(
                    .tooManyRequests, "the person has \(placesPerPersonMax) streams of this kind open")
            }
            guard taken.count < placesMax else { return Self.refusal(.serviceUnavailable, "too many streams are open") }
            taken.count += 1
            taken.countOfPerson[person.id] = known + 1
            return nil
        }
        if let refusal { throw refusal }
        return Place(self, person.id)
    }

    /// How many places a person has taken, for tests.
    func count(of person: Person) -> Int { taken.withLock { $0.countOfPerson[person.id] ?? 0 } }

    private static func refusal(_ status: HTTPStatus, _ message: String) -> APIError {
        var error = APIError(status, "too_many_streams", message, hint: "close streams that are not read")
        error.retryAfterSeconds = Int(ChangeHub.heartbeatSeconds)
        return error
    }

    final class Place: Sendable {
        private let places: StreamPlaces
        private let person: Int32
        private let isTaken = Atomic(true)

        fileprivate init(_ places: StreamPlaces, _ person: Int32) {
            self.places = places
            self.person = person
        }

        deinit { giveBack() }

        /// The second call does nothing.
        func giveBack() {
            guard isTaken.exchange(false, ordering: .acquiringAndReleasing) else { return }
            places.taken.withLock { taken in
                taken.count -= 1
                let left = (taken.countOfPerson[person] ?? 1) - 1
                taken.countOfPerson[person] = left > 0 ? left : nil
            }
        }
    }
}
