import Foundation
import HealthCore
import Postgres

extension SampleReader {
    /// Reads what is inside of the series among `samples`, however much it is.
    func addQuantities(to samples: inout [StoredSample]) throws {
        let series = samples.filter { $0.count != nil }.map(\.uuid)
        guard !series.isEmpty else { return }
        var quantities: [UUID: [QuantitySeries.Part]] = [:]
        for row in try session.execute(
            """
            select series_quantity.uuid, start_time, end_time, quantity, coalesce(sent_quantity, quantity)
            from health.series_quantity join unnest($2) as named (uuid) using (uuid)
            where series_quantity.person_id = $1
            order by series_quantity.uuid, ordinal
            """, [.int32(person.id), .uuidArray(series)])
        {
            quantities[try row.uuid(0), default: []].append(
                QuantitySeries.Part(
                    start: Instant(microseconds: try row.timestamptz(1)),
                    end: Instant(microseconds: try row.timestamptz(2)), value: try row.double(3),
                    sentValue: try row.double(4)))
        }
        for place in samples.indices where samples[place].count != nil {
            samples[place].quantities = quantities[samples[place].uuid]
        }
    }
}
