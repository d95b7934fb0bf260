import HealthCore
import Postgres
import TestSupport
import Testing

@testable import HTTPServer
@testable import HealthAPI
@testable import HealthDatabase

@Suite struct AnswerCacheTests {
    private static func version(_ position: Int, _ session: Session) throws -> FiguresVersion {
        try FiguresVersion(
            reading: session.execute("select \(position)::bigint, 1::bigint, md5('feed')::uuid, 'epoch'::timestamptz")[
                0])
    }

    private static func response(_ tag: String, bytes: Int = 100) -> HTTPResponse {
        // gzip cannot make random bytes shorter, nor does it find repetitions over so many bytes.
        let block = (0..<min(bytes, 65_536)).map { _ in UInt8.random(in: .min ... .max) }
        var body = block
        while body.count < bytes { body += block }
        body.removeLast(body.count - bytes)
        return HTTPResponse(status: .ok, body: body, headers: ["ETag": "\"\(tag)\""])
    }

    /// Remembers an answer, and returns the response for the client.
    @discardableResult private static func remember(
        _ response: HTTPResponse, in answers: AnswerCache, of question: AnswerCache.Question,
        _ version: FiguresVersion, _ times: Range<Instant> = .earliest ..< .latest
    ) -> HTTPResponse {
        var response = response
        answers.remember(&response, to: question, version, in: times)
        return response
    }

    @Test("the body of an answer is remembered for its version, its time and its person")
    func body() async throws {
        try await TestServer.shared().withSession { session in
            let (first, second) = (try Self.version(1, session), try Self.version(2, session))
            let answers = AnswerCache()
            let question = AnswerCache.Question(personID: 1, text: "/v1/statistics", format: .json)
            let request = HTTPRequest(path: "/v1/statistics")
            let (now, end) = (Instant(seconds: 100), Instant(seconds: 200))
            func body(_ version: FiguresVersion, at time: Instant, of question: AnswerCache.Question) -> Int? {
                answers.answer(to: question, version, for: request, now: time)?.keptBody?.bodyBytes
            }
            #expect(body(first, at: now, of: question) == nil)
            let asked = Self.remember(Self.response("a"), in: answers, of: question, first, now..<end)
            #expect(asked.keptBody?.bodyBytes == 100 && asked.body.count == 100)
            #expect(body(first, at: now, of: question) == 100)
            #expect(body(second, at: now, of: question) == nil)
            #expect(body(first, at: end, of: question) == nil)
            let other = AnswerCache.Question(personID: 2, text: question.text, format: .json)
            #expect(body(first, at: now, of: other) == nil)
            Self.remember(Self.response("b", bytes: 50), in: answers, of: question, second, now..<end)
            #expect(body(first, at: now, of: question) == nil && body(second, at: now, of: question) == 50)
            // The body is too long, and the earlier one belongs to another answer.
            let long = Self.response("c", bytes: AnswerCache.bytesPerPersonMax + 1)
            Self.remember(long, in: answers, of: question, first, now..<end)
            #expect(body(first, at: now, of: question) == nil)
        }
    }
}
