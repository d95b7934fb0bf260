import Foundation
import Testing

@testable import HealthAPI
@testable import HealthDatabase

@Suite struct StreamPlacesTests {
    @Test(
        "a person gets its share of the places with 429 beyond it, all people theirs with 503, and places come back once"
    )
    func places() throws {
        let (ada, bob) = (person(1), person(2))
        let places = StreamPlaces(max: 3, perPersonMax: 2)
        let first = try places.take(for: ada)
        var second: StreamPlaces.Place? = try places.take(for: ada)
        #expect(throws: APIError.self) { try places.take(for: ada) }
        #expect(refusal(of: places, ada)?.status == .tooManyRequests)
        let third = try places.take(for: bob)
        #expect(refusal(of: places, bob)?.status == .serviceUnavailable)
        #expect(refusal(of: places, bob)?.retryAfterSeconds == 15)
        first.giveBack()
        first.giveBack()
        #expect(places.count(of: ada) == 1)
        let fourth = try places.take(for: bob)
        #expect(refusal(of: places, ada)?.status == .serviceUnavailable)
        // Let go without having been given back.
        withExtendedLifetime(second) {}
        second = nil
        #expect(places.count(of: ada) == 0)
        for place in [third, fourth] { place.giveBack() }
        #expect(places.count(of: bob) == 0)
    }

    private func refusal(of places: StreamPlaces, _ person: Person) -> APIError? {
        do throws(APIError) {
            _ = try places.take(for: person)
            return nil
        } catch { return error }
    }

    private func person(_ id: Int32) -> Person { Person(id: id, uuid: UUID(), name: "") }
}
