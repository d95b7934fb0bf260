import HTTPServer
import HealthCore
import HealthDatabase
import Synchronization

/// Remembers answers with figures. While the figures cannot have changed, a client that has an
/// answer gets 304 without a computation, and another client gets the remembered answer.
///
/// An answer depends on nothing but its question, the figures' version, the caller's access, the
/// program and the time. An answer that is not asked for is forgotten after one to two lifetimes,
/// so erased people leave nothing behind.
///
/// Each version occurs once (`FiguresVersion`). So an answer may be remembered for the version of
/// its look-up although its snapshot is later: a request that reads that version again began before
/// the change.
final class AnswerCache: Sendable {
    /// Most bytes of a person's answers in each half of the memory. 12 MiB, which holds about
    /// 100 MB of daily figures, because bodies are kept compressed.
    static let bytesPerPersonMax = 12 << 20
    /// Most bytes of answers in each half of the memory. 32 MiB.
    static let bytesMax = 32 << 20
    /// The bytes of an answer without its body: about two kilobytes.
    static let headBytes = 2_048
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
        let body: KeptBody
        /// The time in which the same figures have the same answer.
        let times: Range<Instant>
    }

    private struct Memory {
        var answers = OwnedMemory<Question, Answer>(perOwnerMax: bytesPerPersonMax, max: bytesMax)
        var isAging = false

        mutating func remember(_ answer: Answer, to question: Question) {
            answers.remember(answer, cost: headBytes + answer.body.count, for: question.personID, question)
        }
    }

    private let memory = Mutex(Memory())
    private let lifetime: Duration

    /// - Parameter lifetime: more than zero.
    init(lifetime: Duration = .seconds(60)) {
        self.lifetime = lifetime
    }

    /// Returns the question of a request, by which its answer is remembered. Returns nil for a
    /// caller who may not read everything, because grants also change such an answer.
    static func question(_ request: HTTPRequest, _ caller: Caller, _ format: AnswerFormat) -> Question? {
        var text = request.path
        for (name, value) in request.query {
            // The lengths separate the parts, which may contain any character.
            for part in [name, value] { text += part.map { "\n\($0.utf8.count) \($0)" } ?? "\n-" }
        }
        guard caller.access.readsAll, text.utf8.count <= questionBytesMax else { return nil }
        return Question(personID: caller.person.id, text: text, format: format)
    }

    /// Returns the answer to a question without reading figures: status 304 if the client has the
    /// answer, else the remembered answer. Returns nil if the answer is not known.
    func answer(
        to question: Question, _ version: FiguresVersion, for request: HTTPRequest, now: Instant
    ) -> HTTPResponse? {
        let answer = memory.withLock { memory -> Answer? in
            guard let answer = memory.answers[question.personID, question], answer.version == version,
                answer.times.contains(now)
            else { return nil }
            memory.remember(answer, to: question)
            return answer
        }
        guard let answer else { return nil }
        if let same = answer.head.notModified(for: request, bodyBytes: answer.body.bodyBytes) { return same }
        var response = answer.head
        response.keptBody = answer.body
        return response
    }

    /// Remembers the answer to a question. Its body becomes the kept body of the response.
    ///
    /// - Parameter times: the time in which the same figures have this answer.
    func remember(
        _ response: inout HTTPResponse, to question: Question, _ version: FiguresVersion, in times: Range<Instant>
    ) {
        guard response.status == .ok, response.headers["ETag"] != nil else { return }
        var head = response
        head.body = []
        head.timings = []
        let body = KeptBody(response.body)
        response.keptBody = body
        let answer = Answer(version: version, head: head, body: body, times: times)
        let mustAge = memory.withLock { memory in
            memory.remember(answer, to: question)
            guard !memory.isAging, !memory.answers.isEmpty else { return false }
            memory.isAging = true
            return true
        }
        if mustAge { Task { [self] in await age() } }
    }

    /// The bytes of all remembered answers. Only tests read it.
    var bytes: Int { memory.withLock { $0.answers.cost } }

    /// Ages the answers once in each lifetime, until none is left.
    private func age() async {
        repeat {
            try? await Task.sleep(for: lifetime)
        } while memory.withLock { memory in
            memory.answers.age()
            memory.isAging = !memory.answers.isEmpty
            return memory.isAging
        }
    }
}
