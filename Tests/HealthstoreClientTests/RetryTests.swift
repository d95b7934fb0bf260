import Foundation
import Testing

@testable import HealthstoreClient

@Suite struct RetryTests {
    @Test("delays double up to a limit, and half of each is random")
    func delays() {
        let policy = RetryPolicy()
        let certain = (1...12).map { policy.delay(afterAttempt: $0, retryAfter: nil, chance: 0) }
        #expect(certain == [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 150, 150, 150])
        let longest = (1...12).map { policy.delay(afterAttempt: $0, retryAfter: nil, chance: 1) }
        #expect(longest == certain.map { $0 * 2 })
        for attempt in [-1, 0, 1_000, Int.max] {
            #expect((0.5...300).contains(policy.delay(afterAttempt: attempt, retryAfter: nil, chance: 0.5)))
        }
    }

    @Test("a client waits at least as long as the service asks, up to a limit")
    func retryAfter() {
        let policy = RetryPolicy()
        #expect(policy.delay(afterAttempt: 1, retryAfter: 120, chance: 0) == 120)
        #expect(policy.delay(afterAttempt: 9, retryAfter: 2, chance: 0) == 128)
        #expect(policy.delay(afterAttempt: 1, retryAfter: 1e9, chance: 0) == RetryPolicy.retryAfterMax)
    }

    @Test(
        "Retry-After is seconds or a date, and other values are ignored",
        arguments: [
            ("120", 120), (" 0 ", 0), ("Wed, 21 Oct 2015 07:28:00 GMT", 60), ("Wed, 21 Oct 2015 07:26:00 GMT", 0),
            ("-1", nil), ("soon", nil), ("", nil), (nil, nil),
        ] as [(String?, TimeInterval?)])
    func retryAfterTexts(text: String?, seconds: TimeInterval?) {
        let now = Date(timeIntervalSince1970: 1_445_412_420)
        #expect(RetryAfter.seconds(text, at: now) == seconds)
    }

    @Test(
        "the status decides whether to wait, stop, halve the batch or quarantine it",
        arguments: [
            (302, .notUnderstood), (400, .refused), (401, .notAccepted), (403, .notAccepted), (404, .notAccepted),
            (408, .unavailable), (409, .refused), (413, .tooLarge), (422, .refused), (425, .unavailable),
            (429, .unavailable), (500, .unavailable), (503, .unavailable), (599, .unavailable), (204, .notUnderstood),
        ] as [(Int, HealthstoreError.Code)])
    func statuses(status: Int, code: HealthstoreError.Code) {
        #expect(HealthstoreClient.error(ScriptedTransport.failure(status), at: Date()).code == code)
    }

    @Test(
        "a refusal without the service's error code is repeated slowly, because a proxy responds so while the service starts",
        arguments: [400, 401, 403, 404, 405, 422], ["", "<html>404 Not Found</html>", #"{"error": "not found"}"#])
    func foreignRefusals(status: Int, body: String) {
        let error = HealthstoreClient.error(HTTPAnswer(status: status, body: Data(body.utf8)), at: Date())
        #expect(error.isTransient && error.retryAfter == 30)
        let later = HTTPAnswer(status: status, headers: ["retry-after": "90"], body: Data(body.utf8))
        #expect(HealthstoreClient.error(later, at: Date()).retryAfter == 90)
    }
}
