import HTTPServer
import HealthCore
import HealthDatabase
import Synchronization

/// Remembers answers with figures. While the figures cannot have changed, a client that has an
/// answer gets 304 without a computation, and another client gets the remembered answer.
///
/// An answer depends on nothing but its question, the figures' version, the caller's access, the
/// program and the time. A body that is not asked for is forgotten after one to two lifetimes, so
/// erased people leave nothing behind. The header fields are remembered for longer.
///
/// A version never comes back (`FiguresVersion`), so the version of the look-up may be remembered
/// for an answer whose snapshot is later: a request that reads that version again began before the
/// change.
final class KnownAnswers: Sendable {
    /// Most answers of a person in each half of the memory.
    static let answersPerPersonMax = 256
    /// Most answers in each half of the memory. An answer takes about two kilobytes.
    static let answersMax = 8_192
    /// Most bytes of a person's bodies in each half of the memory. 12 MiB, which holds about 100 MB
    /// of daily figures, because bodies are kept compressed.
    static let bodyBytesPerPersonMax = 12 << 20
    /// Most bytes of bodies in each half of the memory. 32 MiB.
    static let bodyBytesMax = 32 << 20
    /// The longest question that is remembered, in bytes.
    static let questionBytesMax = 1_024

    struct Question: Hashable, Sendable {
        let personID: Int32
        /// The path and the parameters.
        let text: String
        let format: AnswerFormat
    }

    private struct Answer {
        let version: FiguresVersion
        /// The answer without its body.
        let head: HTTPResponse
        /// The answers to clients that have the answer.
        let notModified: NotModifiedResponses
        /// The time in which the same figures have the same answer.
        let times: Range<Instant>
    }

    private struct Memory {
        var answers = OwnedMemory<Question, Answer>(perOwnerMax: answersPerPersonMax, max: answersMax)
        /// The bodies of some of the answers. The tag says to which answer of its question a body
        /// belongs.
        var bodies = OwnedMemory<Question, (tag: String, body: KeptBody)>(
            perOwnerMax: bodyBytesPerPersonMax, max: bodyBytesMax)
        var isAging = false
    }

    private let memory = Mutex(Memory())
    private let bodyLifetime: Duration

    /// - Parameter bodyLifetime: more than zero.
    init(bodyLifetime: Duration = .seconds(60)) {
        self.bodyLifetime = bodyLifetime
    }

    /// Returns the question of a request, by which its answer is remembered. Returns nil for a
    /// caller who may not read everything, because grants also change such an answer.
    static func question(_ request: HTTPRequest, _ caller: Caller, _ format: AnswerFormat) -> Question? {
        caller.access.readsAll ? question(request, of: caller.person, format) : nil
    }

    /// - Parameter person: the person of a caller who may read everything.
    static func question(_ request: HTTPRequest, of person: Person, _ format: AnswerFormat) -> Question? {
        var text = request.path
        for (name, value) in request.query {
            // The lengths separate the parts, which may contain any character.
            for part in [name, value] { text += part.map { "\n\($0.utf8.count) \($0)" } ?? "\n-" }
        }
        guard text.utf8.count <= questionBytesMax else { return nil }
        return Question(personID: person.id, text: text, format: format)
    }

    /// Returns true if the client says that it has an answer.
    static func mayBeKnown(_ request: HTTPRequest) -> Bool { request.headers["If-None-Match"] != nil }

    /// Returns true if an answer to the question is remembered with its body. It may belong to an
    /// earlier version.
    func hasBody(of question: Question) -> Bool {
        memory.withLock { memory in
            memory.answers[question.personID, question] != nil && memory.bodies[question.personID, question] != nil
        }
    }

    /// Returns the answer to a question without reading figures: status 304 if the client has the
    /// answer, else the remembered answer. Returns nil if the answer is not known, or if the client
    /// has another one and the body is not remembered. It is not known without a question and a
    /// version.
    func answer(
        to question: Question?, _ version: FiguresVersion?, for request: HTTPRequest, now: Instant
    ) -> HTTPResponse? {
        guard let question, let version else { return nil }
        let answer = memory.withLock { $0.answers[question.personID, question] }
        guard let answer, answer.version == version, answer.times.contains(now) else { return nil }
        if KnownAnswers.mayBeKnown(request), let same = answer.notModified.response(to: request) { return same }
        let body = memory.withLock { memory -> KeptBody? in
            guard let body = memory.bodies[question.personID, question], body.tag == answer.head.headers["ETag"] else {
                return nil
            }
            memory.bodies.remember(body, cost: body.body.count, for: question.personID, question)
            return body.body
        }
        guard let body else { return nil }
        var response = answer.head
        response.keptBody = body
        return response
    }

    /// Remembers the answer to a question. Its body becomes the kept body of the response.
    ///
    /// - Parameter times: the time in which the same figures have this answer.
    func remember(
        _ response: inout HTTPResponse, to question: Question, _ version: FiguresVersion, in times: Range<Instant>
    ) {
        guard response.status == .ok, let tag = response.headers["ETag"] else { return }
        var head = response
        head.body = []
        head.timings = []
        let notModified = NotModifiedResponses(to: head, bodyBytes: response.body.count)
        let answer = Answer(version: version, head: head, notModified: notModified, times: times)
        let body = KeptBody(response.body)
        response.keptBody = body
        let mustAge = memory.withLock { memory in
            memory.bodies.remember((tag, body), cost: body.count, for: question.personID, question)
            memory.answers.remember(answer, for: question.personID, question)
            guard !memory.isAging, !memory.bodies.isEmpty else { return false }
            memory.isAging = true
            return true
        }
        if mustAge { Task { [self] in await age() } }
    }

    /// The bytes of all remembered bodies. Only tests read it.
    var bodyBytes: Int { memory.withLock { $0.bodies.cost } }

    /// Ages the bodies once in each lifetime, until none is left.
    private func age() async {
        repeat {
            try? await Task.sleep(for: bodyLifetime)
        } while memory.withLock { memory in
            memory.bodies.age()
            memory.isAging = !memory.bodies.isEmpty
            return memory.isAging
        }
    }
}
