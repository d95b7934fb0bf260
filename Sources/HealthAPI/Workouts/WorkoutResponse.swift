import HealthCore
import HealthDatabase
import JSONReader

/// Workouts as JSON. They have the members with which clients post workouts.
struct WorkoutResponse {
    /// The clock on which times are written.
    let clock: WallClock
    /// The units of recorded figures.
    let units: PreferredUnits

    /// Writes the page. If it is longer than `HealthService.pageBytesMax`, writes only its first
    /// workouts.
    ///
    /// - Parameter measure: computes the figures of one workout. It is called when the workout is
    ///   written.
    func json(_ page: SamplePage, _ measure: (StoredSample) throws -> MeasuredWorkout) rethrows -> JSONWriter {
        var writer = JSONWriter(capacity: 256 + page.samples.count * 1024)
        try writer.object { writer in
            writer.key("workouts")
            let count = try writer.array(of: page.samples, bytesMax: HealthService.pageBytesMax) {
                append(try measure($0), to: &$1)
            }
            writer.member("cursor", page.next(behind: count)?.text)
            writer.rowCount = count
        }
        return writer
    }

    func json(_ workout: MeasuredWorkout) -> JSONWriter {
        var writer = JSONWriter(capacity: 4096)
        append(workout, to: &writer)
        writer.rowCount = 1
        return writer
    }

    private func append(_ measured: MeasuredWorkout, to writer: inout JSONWriter) {
        let (sample, parts) = (measured.sample, measured.parts)
        let workout = sample.workout ?? Workout(activityType: nil)
        writer.object { writer in
            writer.member("uuid", sample.uuid.uuidString.lowercased())
            workout.appendActivityType(to: &writer)
            appendDates(sample.start, sample.end, to: &writer)
            if let state = measured.recordingState { writer.member("recordingState", state.rawValue) }
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
                    append(
                        activity, measured.activityStatistics.dropFirst(index).first,
                        figures: measured.routes == nil ? nil : parts.activityFigures[index], to: &writer)
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
                append(parts.figures, to: &writer)
            }
            if let statistics = measured.statistics { append(statistics, to: &writer) }
        }
    }

    private func append(
        _ activity: WorkoutActivity, _ statistics: [WorkoutStatistics]?, figures: RecordedFigures?,
        to writer: inout JSONWriter
    ) {
        // As in HealthKit, an event during an activity is listed both in the workout and in the
        // activity.
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
            if let figures { append(figures, to: &writer) }
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

    /// Writes recorded figures in the person's units. A figure that was not recorded has no member.
    private func append(_ figures: RecordedFigures, to writer: inout JSONWriter) {
        writer.key("workoutStatistics")
        writer.array { writer in
            for statistics in figures.statistics.map({ $0.converted(to: units) }) {
                writer.object { writer in
                    writer.member("type", statistics.type)
                    writer.member("unit", statistics.unit)
                    writer.member("startDate", statistics.start.map(clock.rfc3339))
                    writer.member("endDate", statistics.end.map(clock.rfc3339))
                    if let sum = statistics.sum { writer.member("sum", sum) }
                    if let average = statistics.average { writer.member("average", average) }
                    if let minimum = statistics.minimum { writer.member("minimum", minimum) }
                    if let maximum = statistics.maximum { writer.member("maximum", maximum) }
                    appendUnread(statistics.unread, to: &writer)
                }
            }
        }
        writer.key("workoutZoneGroups")
        writer.array { writer in
            for group in figures.zoneGroups.map({ $0.converted(to: units) }) {
                writer.object { writer in
                    writer.member("type", group.type)
                    writer.member("source", group.source)
                    writer.member("unit", group.unit)
                    writer.key("zones")
                    writer.array { writer in
                        for zone in group.zones { append(zone, to: &writer) }
                    }
                    appendUnread(group.unread, to: &writer)
                }
            }
        }
    }

    private func append(_ zone: WorkoutZoneGroup.Zone, to writer: inout JSONWriter) {
        writer.object { writer in
            if let minimum = zone.minimum { writer.member("minimum", minimum) }
            if let maximum = zone.maximum { writer.member("maximum", maximum) }
            writer.member("duration", zone.duration)
            appendUnread(zone.unread, to: &writer)
        }
    }

    private func appendUnread(_ json: [UInt8]?, to writer: inout JSONWriter) {
        guard let json else { return }
        writer.key("unread")
        writer.raw(json)
    }

    /// Writes figures as `GET /v1/statistics` does for several types.
    private func append(_ statistics: [WorkoutStatistics], to writer: inout JSONWriter) {
        writer.key("statistics")
        writer.array { writer in
            for (quantity, collection) in statistics.map({ ($0.quantity, $0.collection) }) {
                let figures = StatisticsFigures(
                    quantity: quantity, clock: ClockText(clock), sources: collection.sources)
                writer.object { writer in
                    writer.member("type", quantity.type.identifier)
                    writer.member("aggregationStyle", quantity.style.name)
                    writer.member("unit", quantity.unit?.unitString)
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
