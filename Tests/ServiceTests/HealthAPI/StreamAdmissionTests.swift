import Foundation
import HTTPServer
import Testing

@testable import HealthAPI
@testable import HealthDatabase

@Suite struct StreamAdmissionTests {
    @Test(
        "a stream beyond the limit of its person is refused with 429, beyond the limit of all people with 503; a permit is released once"
    )
    func admission() throws {
        let (ada, bob) = (person(1), person(2))
        let admission = StreamAdmission(max: 3, perPersonMax: 2)
        let first = try admission.admit(ada)
        var second: Reservation? = try admission.admit(ada)
        #expect(throws: APIError.self) { try admission.admit(ada) }
        #expect(refusal(of: admission, ada)?.status == .tooManyRequests)
        let third = try admission.admit(bob)
        #expect(refusal(of: admission, bob)?.status == .serviceUnavailable)
        #expect(refusal(of: admission, bob)?.retryAfterSeconds == 15)
        first.release()
        first.release()
        #expect(admission.count(of: ada) == 1)
        let fourth = try admission.admit(bob)
        #expect(refusal(of: admission, ada)?.status == .serviceUnavailable)
        // Deallocated without being released.
        withExtendedLifetime(second) {}
        second = nil
        #expect(admission.count(of: ada) == 0)
        for permit in [third, fourth] { permit.release() }
        #expect(admission.count(of: bob) == 0)
    }

    private func refusal(of admission: StreamAdmission, _ person: Person) -> APIError? {
        do throws(APIError) {
            _ = try admission.admit(person)
            return nil
        } catch { return error }
    }

    private func person(_ id: Int32) -> Person { Person(id: id, uuid: UUID(), name: "") }
}
