#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension SampleRecord {
        mutating func read(_ workout: HKWorkout) {
            self.workoutActivityType = .number(Double(workout.workoutActivityType.rawValue))
            self.duration = workout.duration
            self.totalEnergyBurned = workout.totalEnergyBurned?.doubleValue(for: .kilocalorie())
            self.totalDistance = workout.totalDistance?.doubleValue(for: .meter())
            self.workoutEvents = workout.workoutEvents?.map(WorkoutEvent.init)
            self.workoutActivities = workout.workoutActivities.map(WorkoutActivity.init)
            self.workoutStatistics = RecordedStatistics.records(workout.allStatistics)
            #if compiler(>=6.4)
                if #available(iOS 27.0, macOS 27.0, watchOS 27.0, *) {
                    self.workoutZoneGroups = WorkoutZoneGroup.records(workout.zoneGroupsByType)
                }
            #endif
            completeTotals()
        }
    }

    extension WorkoutActivity {
        fileprivate init(_ activity: HKWorkoutActivity) {
            self.init(
                uuid: activity.uuid,
                workoutActivityType: .number(Double(activity.workoutConfiguration.activityType.rawValue)),
                startDate: activity.startDate)
            endDate = activity.endDate
            duration = activity.duration
            workoutEvents = activity.workoutEvents.map(WorkoutEvent.init)
            workoutStatistics = RecordedStatistics.records(activity.allStatistics)
            #if compiler(>=6.4)
                if #available(iOS 27.0, macOS 27.0, watchOS 27.0, *) {
                    workoutZoneGroups = WorkoutZoneGroup.records(activity.zoneGroupsByType)
                }
            #endif
            metadata = activity.metadata?.compactMapValues(AnyJSON.init(healthKit:))
        }
    }

    extension WorkoutEvent {
        fileprivate init(_ event: HKWorkoutEvent) {
            self.init(
                type: .number(Double(event.type.rawValue)), startDate: event.dateInterval.start,
                endDate: event.dateInterval.end,
                metadata: event.metadata?.compactMapValues(AnyJSON.init(healthKit:)))
        }
    }

    extension RecordedStatistics {
        /// Returns the figures in order of their types, because a workout is sent with the same
        /// content each time. Leaves out types whose unit is unknown. Returns nil without figures.
        fileprivate static func records(_ statistics: [HKQuantityType: HKStatistics]) -> [RecordedStatistics]? {
            let records = statistics.values.compactMap(RecordedStatistics.init)
            return records.isEmpty ? nil : records.sorted { $0.type < $1.type }
        }

        private init?(_ statistics: HKStatistics) {
            guard let unitString = SampleRecord.unit(of: statistics.quantityType) else { return nil }
            self.init(
                type: statistics.quantityType.identifier, unit: unitString, startDate: statistics.startDate,
                endDate: statistics.endDate)
            let unit = HKUnit(from: unitString)
            sum = statistics.sumQuantity()?.doubleValue(for: unit)
            average = statistics.averageQuantity()?.doubleValue(for: unit)
            minimum = statistics.minimumQuantity()?.doubleValue(for: unit)
            maximum = statistics.maximumQuantity()?.doubleValue(for: unit)
        }
    }

    // The types of zones came with the SDKs of Xcode 27.
    #if compiler(>=6.4)
        @available(iOS 27.0, macOS 27.0, watchOS 27.0, *)
        extension WorkoutZoneGroup {
            /// Returns the groups in order of their types, or nil if there are none.
            fileprivate static func records(_ groups: [HKQuantityType: HKWorkoutZoneGroup]?) -> [WorkoutZoneGroup]? {
                let records = (groups ?? [:]).values.compactMap(WorkoutZoneGroup.init)
                return records.isEmpty ? nil : records.sorted { $0.type < $1.type }
            }

            private init?(_ group: HKWorkoutZoneGroup) {
                let type = group.configuration.quantityType
                guard let unitString = SampleRecord.unit(of: type) else { return nil }
                let unit = HKUnit(from: unitString)
                self.init(
                    type: type.identifier, source: WorkoutZoneGroup.sources[group.configuration.source],
                    unit: unitString,
                    zones: group.zoneDurations.map { time in
                        Zone(
                            minimum: time.zone.minimum?.doubleValue(for: unit),
                            maximum: time.zone.maximum?.doubleValue(for: unit), duration: time.duration)
                    })
            }

            /// The names of an export.
            private static let sources: [HKWorkoutZoneConfiguration.Source: String] = [
                .system: "system", .user: "user", .app: "app",
            ]
        }
    #endif
#endif
