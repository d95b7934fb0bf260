#if canImport(HealthKit)
    import CivilTime
    import Foundation
    @preconcurrency import HealthKit

    extension HealthKitStore {
        /// - Throws: HealthKit's error.
        public func activitySummaries(from first: String, to end: String) async throws -> [ActivitySummaryRecord] {
            guard let first = CivilUnit(.day, first), let end = CivilUnit(.day, end) else { return [] }
            let predicate = HKQuery.predicate(
                forActivitySummariesBetweenStart: HealthKitStore.components(first.firstDay),
                end: HealthKitStore.components(end.firstDay - 1))
            do {
                return try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: store)
                    .compactMap(ActivitySummaryRecord.init)
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return []
            }
        }

        /// HealthKit raises an exception for components without a calendar.
        private static func components(_ day: Int) -> DateComponents {
            let date = CivilDate(daysSinceEpoch: day)
            return DateComponents(
                calendar: Calendar(identifier: .gregorian), year: date.year, month: date.month, day: date.day)
        }
    }

    extension ActivitySummaryRecord {
        fileprivate init?(_ summary: HKActivitySummary) {
            let components = summary.dateComponents(for: Calendar(identifier: .gregorian))
            guard let date = components.civilDate else { return nil }
            self.init(date: date.iso8601)
            // The ring that a person does not use is zero, which would not be a measurement.
            if summary.activityMoveMode == .appleMoveTime {
                appleMoveTime = summary.appleMoveTime.doubleValue(for: .minute())
                appleMoveTimeGoal = summary.appleMoveTimeGoal.doubleValue(for: .minute())
            } else {
                activeEnergyBurned = summary.activeEnergyBurned.doubleValue(for: .kilocalorie())
                activeEnergyBurnedGoal = summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie())
            }
            appleExerciseTime = summary.appleExerciseTime.doubleValue(for: .minute())
            appleExerciseTimeGoal = summary.exerciseTimeGoal?.doubleValue(for: .minute())
            appleStandHours = summary.appleStandHours.doubleValue(for: .count())
            appleStandHoursGoal = summary.standHoursGoal?.doubleValue(for: .count())
        }
    }
#endif
