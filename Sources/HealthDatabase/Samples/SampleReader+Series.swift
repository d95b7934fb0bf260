import Foundation
import HealthCore
import Postgres

extension SampleReader {
    /// Reads when the samples arrived.
    ///
    /// - Throws: `PostgresError`
    func addArrivals(to samples: inout [StoredSample]) throws {
        let times: [UUID: Instant?] = try session.dictionary(
            "select uuid, health.arrived_at((select health.sealed_spans()), $1, uuid) from unnest($2::uuid[]) uuid",
            person, samples.map(\.uuid))
        for index in samples.indices { samples[index].arrival = times[samples[index].uuid] ?? nil }
    }

    /// Reads the quantities of the series among `samples`, without a limit.
    ///
    /// - Throws: `PostgresError`
    func addQuantities(to samples: inout [StoredSample]) throws {
        let series = samples.filter { $0.count != nil }.map(\.uuid)
        guard !series.isEmpty else { return }
        let parts = try session.all(
            """
            select series_quantity.uuid, start_time, end_time, quantity, coalesce(sent_quantity, quantity)
            from health.series_quantity join unnest($2) as named (uuid) using (uuid)
            where series_quantity.person_id = $1
            order by series_quantity.uuid, ordinal
            """, person, series
        ) { row in
            let uuid = try row.uuid()
            let (start, end) = (try row.instant(), try row.instant())
            let part = QuantitySeries.Part(
                start: start, end: end, value: try row.double(), sentValue: try row.double())
            return (uuid, part)
        }
        let quantities = Dictionary(grouping: parts, by: \.0)
        for index in samples.indices where samples[index].count != nil {
            samples[index].quantities = quantities[samples[index].uuid]?.map(\.1)
        }
    }
}
