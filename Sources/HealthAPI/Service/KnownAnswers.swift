import HTTPServer
import HealthCore
import HealthDatabase
import Synchronization

/// Remembers the header fields of answers with figures. A client that has an answer gets 304
/// without a computation while the figures cannot have changed.
///
/// An answer depends on nothing but its question, the figures' version, the caller's access, the
/// program and the time. The memory ends with the program.
///
/// A version never comes back (`FiguresVersion`), so the version of the look-up may be remembered
/// for an answer whose snapshot is later: a request that reads that version again began before the
/// change.
final class KnownAnswers: Sendable {
    /// Most answers of a person in each half of the memory.
    static let answersPerPersonMax = 256
    /// Most answers in each half of the memory. An answer takes about a kilobyte.
    static let answersMax = 8_192
    /// The longest question that is remembered, in bytes.
    static let questionBytesMax = 1_024

    struct Question: Hashable, Sendable {
        fileprivate let personID: Int32
        /// The path and the parameters.
        fileprivate let text: String
        fileprivate let format: AnswerFormat
    }

    private struct Answer {
        let version: FiguresVersion
        /// The answer without its body.
        let head: HTTPResponse
        let bodyBytes: Int
        /// The time in which the same figures have the same answer.
        let times: Range<Instant>
    }

    private let memory = Mutex(
        OwnedMemory<Question, Answer>(perOwnerMax: answersPerPersonMax, max: answersMax))

    /// Returns the question of a request, by which its answer is remembered. Returns nil for a
    /// caller who may not read everything, because grants also change such an answer.
    static func question(_ request: HTTPRequest, _ caller: Caller, _ format: AnswerFormat) -> Question? {
        guard caller.access.readsAll else { return nil }
        var text = request.path
        for (name, value) in request.query {
            // The lengths separate the parts, which may contain any character.
            for part in [name, value] { text += part.map { "\n\($0.utf8.count) \($0)" } ?? "\n-" }
        }
        guard text.utf8.count <= questionBytesMax else { return nil }
        return Question(personID: caller.person.id, text: text, format: format)
    }

    /// Returns true if the client says that it has an answer.
    static func mayBeKnown(_ request: HTTPRequest) -> Bool { request.headers["If-None-Match"] != nil }

    /// Returns the response with status 304 if the client has the answer to the question. Returns
    /// nil if the client has another answer, or if the answer is not known.
    func notModified(
        _ question: Question, _ version: FiguresVersion, for request: HTTPRequest, now: Instant
    ) -> HTTPResponse? {
        guard KnownAnswers.mayBeKnown(request) else { return nil }
        let known = memory.withLock { $0[question.personID, question] }
        guard let known, known.version == version, known.times.contains(now) else { return nil }
        return known.head.notModified(for: request, bodyBytes: known.bodyBytes)
    }

    /// Remembers the answer to a question.
    ///
    /// - Parameter times: the time in which the same figures have this answer.
    func remember(
        _ response: HTTPResponse, to question: Question, _ version: FiguresVersion, in times: Range<Instant>
    ) {
        guard response.status == .ok else { return }
        var head = response
        head.body = []
        head.timings = []
        let answer = Answer(version: version, head: head, bodyBytes: response.body.count, times: times)
        memory.withLock { $0.remember(answer, for: question.personID, question) }
    }
}
