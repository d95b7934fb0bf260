import HTTPServer
import HealthCore
import HealthDatabase

/// A call of a tool. The endpoint of the tool answers it as it answers its own requests, with the
/// same credential and checks. An answer that is too long is asked for again, with fewer rows.
struct ToolCall: Sendable {
    let service: HealthService
    let request: HTTPRequest
    let mayRead: Bool
    private let endpoint: Endpoint
    private let tool: Tool
    private var arguments: [String: [String]]
    /// The words of types that no name of a type has.
    private var unknownWords: [String] = []
    private var notes: [String] = []

    /// The most rows of a page that does not name its limit.
    static let pageRows = 100

    /// - Parameter timeZone: the zone of a call that names none.
    /// - Throws: `ToolFailure` for an activity that HealthKit does not have.
    init(
        _ tool: AssistantTool, _ arguments: [String: [String]], timeZone: String?, _ call: Call<some Sendable>
    ) throws(ToolFailure) {
        (service, request, mayRead) = (call.service, call.request, call.caller.access.mayRead)
        self.tool = tool.tool
        endpoint = tool.endpoint(for: arguments.keys)
        let lists = endpoint.parameters.filter(\.isRepeatable).map(\.name)
        var arguments = arguments
        for (name, texts) in arguments where !lists.contains(name) { arguments[name] = [texts.joined(separator: ",")] }
        self.arguments = arguments
        var defaults = self.tool.defaults
        defaults[EndpointParameter.timeZone.name] = timeZone ?? WallClock.personName
        defaults["limit"] = String(ToolCall.pageRows)
        for (name, value) in defaults where endpoint.takes(name) && arguments[name] == nil {
            self.arguments[name] = [value]
        }
        for name in ["type", "types", "x", "y"] { self.arguments[name] = arguments[name]?.map { typeNames($0) } }
        self.arguments["activityType"] = try arguments["activityType"]?.map(ToolCall.activity)
    }

    /// Returns names of types for the words of people. A word that is not known is not changed,
    /// because the person may have samples of a type that is in no catalogue.
    private mutating func typeNames(_ words: String) -> String {
        words.split(separator: ",", omittingEmptySubsequences: false).map { word in
            if Catalogue.sampleType(named: String(word)) != nil { return String(word) }
            if let name = Catalogue.typeWords[String(word)] { return name }
            unknownWords.append(String(word))
            return String(word)
        }.joined(separator: ",")
    }

    private static func activity(_ word: String) throws(ToolFailure) -> String {
        guard Catalogue.workoutActivityType(named: word) == nil, Int32(word) == nil else { return word }
        guard let name = Catalogue.activityWords[word] else {
            let nearest = Catalogue.activityWords.nearest(to: word).joined(separator: ", ")
            throw ToolFailure("HealthKit has no activity \"\(word.prefix(64))\"; the nearest are \(nearest)")
        }
        return name
    }

    // MARK: Answers

    /// Returns the answer, an object of JSON with at most `ToolAnswer.charactersMax` characters,
    /// and the number of its rows.
    ///
    /// - Throws: `ToolFailure`; `CancellationError` if the client has left.
    mutating func answer() async throws -> (json: [UInt8], rowCount: Int?) {
        while true {
            guard let (body, rowCount) = try await ask() else {
                guard lengthenInterval(2) else {
                    throw ToolFailure("the range has too many buckets; ask for a shorter range")
                }
                continue
            }
            var answer = ToolAnswer(
                body: body, rowCount: rowCount, omits: arguments["options"] == nil ? tool.omits : [], mayRead: mayRead,
                notes: notes, now: .now)
            let json = try answer.json()
            let factor = Double(json.count) / Double(ToolAnswer.charactersMax)
            if factor <= 1 { return (json, rowCount) }
            guard lengthenInterval(factor) || shortenPage(factor) else { return (try answer.shortened(), rowCount) }
        }
    }

    /// Asks the endpoint. Returns nil if the interval has too many buckets.
    private func ask() async throws -> (body: [UInt8], rowCount: Int?)? {
        let paths = endpoint.parameters.filter { $0.location == .path }.map(\.name)
        // The service remembers answers by the order of parameters, too.
        var query = arguments.filter { !paths.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { name, values in
            values.map { (name: name, value: Optional($0)) }
        }
        query += request.query.filter { $0.name == EndpointParameter.person.name }
        var values: [String: String] = [:]
        for name in paths { values[name] = arguments[name]?.first }
        let path = values.reduce(endpoint.template) { $0.replacing("{\($1.key)}", with: $1.value) }
        do {
            let response = try await endpoint.handler(service)(
                request.question(path: path, query: query, pathParameters: values))
            return (try await response.wholeBody, response.rowCount)
        } catch let error as CancellationError {
            throw error
        } catch {
            service.report(error, request)
            let error = ErrorTable.error(for: error)
            if error.code == .tooManyBuckets, endpoint.takes("interval") { return nil }
            throw failure(error)
        }
    }

    private func failure(_ error: APIError) -> ToolFailure {
        var hint = error.hint
        if error.code == .unknownType, !unknownWords.isEmpty {
            let nearest = unknownWords.flatMap { Catalogue.typeWords.nearest(to: $0) }
            hint = "the nearest are \(nearest.joined(separator: ", ")); types lists them"
        }
        if error.code == .noTimeZoneHistory { hint = "name a timeZone, such as Europe/Berlin" }
        let text = "\(error.message) (\(error.code.rawValue))" + (hint.map { "; \($0)" } ?? "")
        return ToolFailure(AssistantTool.naming(text))
    }

    // MARK: Shorter answers

    private static let intervals = ["5minute", "15minute", "hour", "day", "week", "month", "quarter", "year"]

    /// Takes a longer interval. Returns false if there is none.
    ///
    /// - Parameter factor: how much longer it must be.
    private mutating func lengthenInterval(_ factor: Double) -> Bool {
        guard let asked = arguments["interval"]?.first.flatMap({ BucketInterval($0) }) else { return false }
        let longer = ToolCall.intervals.compactMap { BucketInterval($0) }.filter { $0.minutes > asked.minutes }
        let interval = longer.first { Double($0.minutes) >= Double(asked.minutes) * factor } ?? longer.last
        guard let interval = interval?.description else { return false }
        arguments["interval"] = [interval]
        notes = [
            "The answer would be too long with shorter buckets, so these are buckets of \(interval). Ask for a shorter range "
                + "to see others."
        ]
        return true
    }

    /// Asks for fewer rows. Returns false if the endpoint has no pages, or the page has one row.
    ///
    /// - Parameter factor: how much fewer there must be.
    private mutating func shortenPage(_ factor: Double) -> Bool {
        guard let limit = arguments["limit"]?.first.flatMap({ Int($0) }), limit > 1 else { return false }
        arguments["limit"] = [String(max(1, Int(Double(limit) / factor * 0.9)))]
        return true
    }
}

extension BucketInterval {
    /// The length in minutes, of months and longer units about.
    fileprivate var minutes: Int {
        let minutes =
            switch unit {
            case .minute: 1
            case .hour: 60
            case .day: 1_440
            case .week: 10_080
            case .month: 43_830
            case .quarter: 131_490
            case .year: 525_960
            }
        return count * minutes
    }
}

/// The reason why a tool has no answer, as a sentence for the assistant.
struct ToolFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
