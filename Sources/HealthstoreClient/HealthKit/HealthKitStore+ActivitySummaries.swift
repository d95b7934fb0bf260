#if canImport(HealthKit)
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
        private static func components(_ day: Int64) -> DateComponents {
            let civil = TimeText.civilDay(daysSince1970: day)
            return DateComponents(
                calendar: Calendar(identifier: .gregorian), year: Int(civil.year), month: Int(civil.month),
                day: Int(civil.day))
        }
    }

    extension ActivitySummaryRecord {
        fileprivate init?(_ summary: HKActivitySummary) {
            let day = summary.dateComponents(for: Calendar(identifier: .gregorian))
            guard let year = day.year, let month = day.month, let day = day.day else { return nil }
            self.init(
                date: CivilUnit.text(
                    TimeText.daysSince1970(year: Int64(year), month: Int64(month), day: Int64(day))))
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
