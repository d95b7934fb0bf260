import HealthCore
import HealthDatabase
import JSONReader

/// Workouts as JSON, in the vocabulary in which they are posted.
struct WorkoutResponse {
    /// On which times are written.
    let clock: WallClock

    /// The page, or the first of its workouts if it would be longer than `HealthService.pageBytesMax`.
    ///
    /// - Parameter measure: makes one workout of a sample. It is called when the workout is written.
    func json(_ page: SamplePage, _ measure: (StoredSample) throws -> MeasuredWorkout) rethrows -> JSONWriter {
        var writer = JSONWriter(capacity: 256 + page.samples.count * 1024)
        try writer.object { writer in
            writer.key("workouts")
            let count = try writer.array(of: page.samples, bytesMax: HealthService.pageBytesMax) {
                append(try measure($0), to: &$1)
            }
            writer.member("cursor", page.next(behind: count)?.text)
        }
        return writer
    }

    func json(_ workout: MeasuredWorkout) -> JSONWriter {
        var writer = JSONWriter(capacity: 4096)
        append(workout, to: &writer)
        return writer
    }

    private func append(_ measured: MeasuredWorkout, to writer: inout JSONWriter) {
        let (sample, parts) = (measured.sample, measured.parts)
        let workout = sample.workout ?? Workout(activityType: nil)
        writer.object { writer in
            writer.member("uuid", sample.uuid.uuidString.lowercased())
            workout.appendActivityType(to: &writer)
            appendDates(sample.start, sample.end, to: &writer)
            if let creation = sample.creation { writer.member("creationDate", clock.rfc3339(creation)) }
            appendTiming(
                WorkoutTiming(start: sample.start, end: sample.end, events: parts.events, duration: workout.duration),
                to: &writer)
            writer.member("totalEnergyBurned", workout.totalEnergyBurned)
            writer.member("totalEnergyBurnedUnit", Workout.energyUnit)
            writer.member("totalDistance", workout.totalDistance)
            writer.member("totalDistanceUnit", Workout.distanceUnit)
            append(parts.events, unread: parts.unreadEvents, to: &writer)
            writer.key("workoutActivities")
            writer.array { writer in
                for (index, activity) in parts.activities.enumerated() {
                    let measured = measured.activityStatistics.dropFirst(index).first
                    append(activity, measured, to: &writer)
                }
            }
            writer.member("unreadActivities", parts.unreadActivities)
            sample.appendOrigin(to: &writer)
            for (name, json) in [("metadata", sample.metadata), ("objects", sample.objects)] {
                guard let json else { continue }
                writer.key(name)
                writer.raw(json)
            }
            if let routes = measured.routes {
                writer.key("workoutRoutes")
                writer.array { writer in
                    for uuid in routes { writer.value(uuid.uuidString.lowercased()) }
                }
            }
            if let statistics = measured.statistics { append(statistics, to: &writer) }
        }
    }

    private func append(
        _ activity: WorkoutActivity, _ statistics: [WorkoutStatistics]?, to writer: inout JSONWriter
    ) {
        // As in HealthKit, what happened during an activity is among its own events, too.
        let timing = WorkoutTiming(
            start: activity.start, end: activity.end, events: activity.events, duration: activity.duration)
        writer.object { writer in
            writer.member("uuid", activity.uuid)
            Workout(activityType: activity.activityType, sentActivityType: activity.sentActivityType)
                .appendActivityType(to: &writer)
            appendDates(activity.start, activity.end, to: &writer)
            appendTiming(timing, to: &writer)
            append(activity.events, unread: activity.unreadEvents, to: &writer)
            appendMetadata(activity.metadata, to: &writer)
            if let statistics { append(statistics, to: &writer) }
        }
    }

    private func append(_ events: [WorkoutEvent], unread: Int, to writer: inout JSONWriter) {
        writer.key("workoutEvents")
        writer.array { writer in
            for event in events {
                writer.object { writer in
                    writer.member("type", event.type.map { Int($0) })
                    writer.member("typeName", event.type.flatMap(Catalogue.workoutEventTypeName))
                    if let sent = event.sentType { writer.member("sentType", sent) }
                    appendDates(event.start, event.end, to: &writer)
                    appendMetadata(event.metadata, to: &writer)
                }
            }
        }
        writer.member("unreadEvents", unread)
    }

    private func appendTiming(_ timing: WorkoutTiming, to writer: inout JSONWriter) {
        writer.member("duration", timing.duration)
        writer.member("elapsedTime", timing.elapsedTime)
        writer.key("pauses")
        writer.array { writer in
            for pause in timing.pauses {
                writer.object { writer in appendDates(pause.start, pause.end, to: &writer) }
            }
        }
    }

    /// As `GET /v1/statistics` answers for several types.
    private func append(_ statistics: [WorkoutStatistics], to writer: inout JSONWriter) {
        writer.key("statistics")
        writer.array { writer in
            for (quantity, collection) in statistics.map({ ($0.quantity, $0.collection) }) {
                let figures = StatisticsFigures(
                    quantity: quantity, clock: ClockText(clock), sources: collection.sources)
                writer.object { writer in
                    writer.member("type", quantity.type.identifier)
                    writer.member("aggregationStyle", quantity.style.name)
                    writer.member("unit", quantity.unit.unitString)
                    figures.appendSources(of: collection.buckets, to: &writer)
                    writer.key("statistics")
                    figures.append(collection.buckets.first?.statistics, to: &writer)
                }
            }
        }
    }

    private func appendDates(_ start: Instant, _ end: Instant, to writer: inout JSONWriter) {
        writer.member("startDate", clock.rfc3339(start))
        writer.member("endDate", clock.rfc3339(end))
    }

    private func appendMetadata(_ metadata: [UInt8]?, to writer: inout JSONWriter) {
        guard let metadata else { return }
        writer.key("metadata")
        writer.raw(metadata)
    }
}
