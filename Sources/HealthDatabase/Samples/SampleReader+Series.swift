import Foundation
import HealthCore
import Postgres

extension SampleReader {
    /// Reads the quantities of the series among `samples`, without a limit.
    ///
    /// - Throws: `PostgresError`
    func addQuantities(to samples: inout [StoredSample]) throws {
        let series = samples.filter { $0.count != nil }.map(\.uuid)
        guard !series.isEmpty else { return }
        var quantities: [UUID: [QuantitySeries.Part]] = [:]
        for var row in try session.run(
            """
            select series_quantity.uuid, start_time, end_time, quantity, coalesce(sent_quantity, quantity)
            from health.series_quantity join unnest($2) as named (uuid) using (uuid)
            where series_quantity.person_id = $1
            order by series_quantity.uuid, ordinal
            """, person, series)
        {
            let uuid = try row.uuid()
            quantities[uuid, default: []].append(
                QuantitySeries.Part(
                    start: Instant(microseconds: try row.timestamptz()),
                    end: Instant(microseconds: try row.timestamptz()), value: try row.double(),
                    sentValue: try row.double()))
        }
        for index in samples.indices where samples[index].count != nil {
            samples[index].quantities = quantities[samples[index].uuid]
        }
    }
}
