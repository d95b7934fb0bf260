import HealthCore
import Postgres

/// The time of a workout in each heart-rate zone, without its pauses.
/// `health_code.workout_heart_rate_zones` has the rules.
public struct HeartRateZones: Hashable, Sendable {
    public struct Zone: Hashable, Sendable {
        /// Nil for the lowest zone.
        public var minimum: Double?
        /// Nil for the highest zone.
        public var maximum: Double?
        /// Seconds in the zone.
        public var duration: Double
    }

    /// From the lowest to the highest.
    public var zones: [Zone]
    /// The unit of the bounds.
    public var unit: String
    /// The heart rate a minute that the bounds are shares of.
    public var maximumHeartRate: Double
    /// The age that `maximumHeartRate` follows from. Nil if it is the greatest heart rate of the
    /// workout, because the date of birth is not known.
    public var age: Int32?
    /// Seconds with a heart rate.
    public var measuredTime: Double
    /// Seconds without one.
    public var unmeasuredTime: Double
}

/// The splits of a workout, without its pauses. `health_code.workout_splits` has the rules.
public struct DistanceSplits: Hashable, Sendable {
    public struct Split: Hashable, Sendable {
        public var start: Instant
        public var end: Instant
        public var distance: Double
        /// Seconds without pauses.
        public var duration: Double
        /// The average heart rate without pauses. Nil if it is not known, and for a step.
        public var averageHeartRate: Double?
    }

    /// The identifier of the type that the distance is from, which may be that of a route.
    public var type: String
    /// The unit of all distances.
    public var unit: String
    /// The length of a whole split.
    public var splitLength: Double
    /// The sum of the splits.
    public var distance: Double
    /// The distance that was sent with the workout.
    public var recordedDistance: Double?
    /// What overlapping samples of one source add to `distance`.
    public var repeatedDistance: Double
    public var splits: [Split] = []
    /// Shorter pieces, for the pace along the way.
    public var steps: [Split] = []
}

extension WorkoutReader {
    /// Returns the time of a workout in each heart-rate zone; nil if it has no heart rate.
    ///
    /// - Throws: `PostgresError`.
    public func heartRateZones(of workout: StoredSample, in units: PreferredUnits) throws -> HeartRateZones? {
        let rows = try session.run(
            """
            select unit_string, maximum_heart_rate, age, measured_seconds, unmeasured_seconds, lower_bound, upper_bound, seconds
            from health_code.heart_rate_zones($1, $2, $2 + interval '1 us', null, $4)
            where workout_uuid = $3 and measured_seconds > 0
            order by zone
            """, person, workout.start, workout.uuid, units.unitString(of: "heartRate"))
        guard let first = rows.first else { return nil }
        return HeartRateZones(
            zones: try rows.map {
                HeartRateZones.Zone(
                    minimum: try $0.optionalDouble(5), maximum: try $0.optionalDouble(6), duration: try $0.double(7))
            },
            unit: try first.text(0), maximumHeartRate: try first.double(1), age: try first.optionalInt32(2),
            measuredTime: try first.double(3), unmeasuredTime: try first.double(4))
    }

    /// Returns the splits of a workout; nil if it has no distance, or several activities.
    ///
    /// - Throws: `PostgresError`.
    public func splits(of workout: StoredSample, in units: PreferredUnits) throws -> DistanceSplits? {
        let rows = try session.run(
            """
            select identifier, unit_string, length, total_distance, recorded_distance, repeated_distance, is_step,
                split_start_time, split_end_time, distance, seconds, heart_rate
            from health_code.distance_splits($1, $2, $2 + interval '1 us', null, $4, $5, with_steps => true)
            where workout_uuid = $3
            order by is_step, split
            """, person, workout.start, workout.uuid, units.unitString(of: "distanceWalkingRunning"),
            units.unitString(of: "heartRate"))
        guard let first = rows.first else { return nil }
        var splits = DistanceSplits(
            type: try first.text(0), unit: try first.text(1), splitLength: try first.double(2),
            distance: try first.double(3), recordedDistance: try first.optionalDouble(4),
            repeatedDistance: try first.double(5))
        for row in rows {
            let split = DistanceSplits.Split(
                start: Instant(microseconds: try row.timestamptz(7)),
                end: Instant(microseconds: try row.timestamptz(8)), distance: try row.double(9),
                duration: try row.double(10), averageHeartRate: try row.optionalDouble(11))
            if try row.bool(6) { splits.steps.append(split) } else { splits.splits.append(split) }
        }
        return splits
    }
}

extension PreferredUnits {
    /// Returns the unit of a type as text; nil if the catalogue has no such type.
    fileprivate func unitString(of type: String) -> String? {
        Catalogue.sampleType(named: type).flatMap { self[$0]?.unitString }
    }
}
