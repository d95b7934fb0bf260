import HealthCore
import HealthDatabase
import Postgres

/// Measures the statistics of days inside one process; `scripts/bench` calls it.
///
/// Prints for each measure that was asked for its name and its median in milliseconds.
@main
enum Benchmarks {
    private static let roundsMax = 31
    private static let roundsMin = 3
    /// After so long no further round is begun.
    private static let patience = Duration.seconds(15)

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let measures = arguments.dropFirst(6).compactMap(Measure.init)
        guard arguments.count > 6, measures.count == arguments.count - 6 else {
            print("usage: benchmarks CONNINFO PERSON TYPE ZONE FROM TO \(Measure.allCases.map(\.rawValue))…")
            return
        }
        let session = try Session(conninfo: arguments[0])
        var parameters = StatisticsParameters()
        parameters.type = arguments[2]
        parameters.interval = "day"
        parameters.timeZone = arguments[3]
        parameters.from = arguments[4]
        parameters.to = arguments[5]
        let subject = Subject(
            person: try PersonStore.find(name: arguments[1], session),
            question: try StatisticsQuestion(parameters).request(PersonSettings()),
            session: session)
        if measures.contains(.answer) { try subject.storeAnswer() }
        for (measure, times) in try rounds(measures, subject) {
            print("\(measure.rawValue) \((times.sorted()[times.count / 2] * 1e3).rounded() / 1e3)")
        }
        if measures.contains(.stream) { print("rows \(try subject.streamRows())") }
    }

    /// The measures in turns, so that what else the machine does meets all of them.
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

/// What can be measured of a question.
enum Measure: String, CaseIterable {
    /// From the question to its last bucket.
    case slots
    /// The same from samples alone.
    case samples
    /// The floor of `slots`: the rows of the answer, read from a table that holds nothing else.
    case answer
    /// The floor of `samples`: the rows that they are made of, read and thrown away.
    case stream
}
