import Foundation
import HealthCore
import HealthDatabase
import Postgres

/// Measures daily statistics in one process, for `scripts/bench`.
///
/// Prints the name and the median in milliseconds of each requested measure. With `servers` in
/// place of a person, it runs `LogServers`; with `decode`, it runs `Decoding`.
@main
enum Benchmarks {
    private static let roundsMax = 31
    private static let roundsMin = 3
    /// The time after which no further round begins.
    private static let patience = Duration.seconds(15)

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.dropFirst() == ["servers"] { return try await LogServers.run(conninfo: arguments[0]) }
        if arguments.count == 3, arguments[0] == "decode", let decoding = Decoding(rawValue: arguments[1]) {
            return try Decoding.run(decoding, path: arguments[2])
        }
        let measures = arguments.dropFirst(6).compactMap(Measure.init)
        guard arguments.count > 6, measures.count == arguments.count - 6 else {
            print("usage: benchmarks CONNINFO PERSON TYPE ZONE FROM TO \(Measure.allCases.map(\.rawValue))…")
            print("       benchmarks CONNINFO servers")
            print("       benchmarks decode \(Decoding.allCases.map(\.rawValue).joined(separator: "|")) FILE")
            return
        }
        let session = try Session(conninfo: arguments[0])
        let parameters: QuestionParameters = [
            .type: arguments[2], .interval: "day", .timeZone: arguments[3], .from: arguments[4], .to: arguments[5],
        ]
        let subject = Subject(
            person: try PersonStore.find(name: arguments[1], session),
            question: try StatisticsQuestion(parameters).request(PersonSettings()),
            token: ProcessInfo.processInfo.environment["BENCHMARKS_TOKEN"].flatMap { BearerToken($0) },
            session: session)
        if measures.contains(.answer) { try subject.storeAnswer() }
        for (measure, times) in try rounds(measures, subject) {
            print("\(measure.rawValue) \((times.sorted()[times.count / 2] * 1e3).rounded() / 1e3)")
        }
        if measures.contains(.stream) { print("rows \(try subject.streamRows())") }
    }

    /// Runs the measures in turns, so that other load of the machine affects all of them alike.
    private static func rounds(_ measures: [Measure], _ subject: Subject) throws -> [Measure: [Double]] {
        var times: [Measure: [Double]] = [:]
        let begin = ContinuousClock.now
        for round in 0..<roundsMax {
            if round >= roundsMin, ContinuousClock.now - begin > patience { break }
            for measure in measures {
                times[measure, default: []].append(try milliseconds { try subject.run(measure) })
            }
        }
        return times
    }

    private static func milliseconds(_ body: () throws -> Void) throws -> Double {
        let duration = try ContinuousClock().measure { try body() }
        return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }
}

/// The measures of a statistics request.
enum Measure: String, CaseIterable {
    /// The time from the request to its last bucket, from stored figures where they are faster.
    case figures
    /// The same time for the holder of the token of the variable `BENCHMARKS_TOKEN`: the token is
    /// looked up, and the answer has what the holder may read.
    case granted
    /// The same time if figures are computed from samples only.
    case samples
    /// The lower bound of `figures`: reads the rows of the answer from a table that contains no
    /// other rows.
    case answer
    /// The lower bound of `samples`: reads and discards the rows from which the figures are
    /// computed.
    case stream
}
