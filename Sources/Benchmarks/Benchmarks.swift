import HealthCore
import HealthDatabase
import Postgres

/// Measures the statistics of a year of steps inside one process; `scripts/bench` calls it.
///
/// Prints, as medians in milliseconds: how long the rows take to arrive and be thrown away, and how long it takes from the
/// question to its last bucket.
@main
enum Benchmarks {
    private static let rounds = 31

    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: benchmarks CONNINFO PERSON")
            return
        }
        let session = try Session(conninfo: CommandLine.arguments[1])
        let person = try PersonStore.find(name: CommandLine.arguments[2], session)
        var parameters = StatisticsParameters()
        parameters.type = "stepCount"
        parameters.interval = "day"
        parameters.timeZone = "Europe/Berlin"
        parameters.from = "2023-01-01"
        parameters.to = "2024-01-01"
        let question = try StatisticsRequest(parameters)
        guard let type = try SampleTypeReader.find("stepCount", session) else { return print("there are no steps") }
        // The same rows from the same index as ours.
        let drain = """
            copy (
                select start_time, end_time, quantity, source_revision_id, uuid
                from health.sample
                where person_id = \(person.id) and sample_type_id = \(type.id)
                    and start_time >= '2022-12-31' and start_time < '2024-01-02'
                order by start_time
            ) to stdout (format binary)
            """
        // The floor is the index read in its order; a plan that sorts would make us look good.
        try session.executeScript("set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off")
        var rows = 0
        var floor: [Double] = []
        var ours: [Double] = []
        // In turns, so that what else the machine does meets both.
        for _ in 0..<rounds {
            rows = 0
            floor.append(try milliseconds { try session.copyOut(drain) { _ in rows += 1 } })
            ours.append(
                try milliseconds {
                    _ = try StatisticsReader(person: person, session: session).collections(question)
                })
        }
        print("rows \(rows)")
        print("floor \(median(floor))")
        print("engine \(median(ours))")
    }

    private static func milliseconds(_ body: () throws -> Void) throws -> Double {
        let duration = try ContinuousClock().measure { try body() }
        return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }

    private static func median(_ times: [Double]) -> Double {
        (times.sorted()[times.count / 2] * 1e3).rounded() / 1e3
    }
}
