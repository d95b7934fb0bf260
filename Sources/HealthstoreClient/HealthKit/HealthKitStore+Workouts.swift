#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// The relations of samples to workouts. A sample does not name its workout, so each function
    /// searches the workouts of the sample's time.
    extension HealthKitStore {
        /// Returns the workout of a route, or nil if HealthKit shows none.
        ///
        /// - Throws: HealthKit's error.
        func workout(of route: HKWorkoutRoute) async throws -> UUID? {
            let ofTime = HKQuery.predicateForSamples(withStart: route.startDate, end: route.endDate)
            let workouts = try await samples(of: HKWorkoutTypeIdentifier, ofTime, limit: HKObjectQueryNoLimit)
            for workout in workouts.compactMap({ $0 as? HKWorkout }) {
                let isRouteOfWorkout = NSCompoundPredicate(andPredicateWithSubpredicates: [
                    HKQuery.predicateForObject(with: route.uuid), HKQuery.predicateForObjects(from: workout),
                ])
                if try await !samples(of: HKWorkoutRouteTypeIdentifier, isRouteOfWorkout, limit: 1).isEmpty {
                    return workout.uuid
                }
            }
            return nil
        }

        /// Returns the workout that a sample rates. Returns nil for a sample that is not an effort
        /// score, and if HealthKit shows no such workout.
        ///
        /// - Throws: HealthKit's error.
        func ratedWorkout(of sample: HKQuantitySample) async throws -> UUID? {
            guard #available(iOS 18.0, macOS 15.0, watchOS 11.0, *),
                HealthKitStore.effortTypes.contains(sample.quantityType.identifier)
            else { return nil }
            // HealthKit does not document the times of a score, and a person may rate later.
            let query = HKWorkoutEffortRelationshipQueryDescriptor(
                predicate: HKQuery.predicateForSamples(
                    withStart: sample.startDate.addingTimeInterval(-HealthKitStore.ratingDelayMax),
                    end: sample.endDate.addingTimeInterval(HealthKitStore.ratingDelayMax)),
                anchor: nil, option: .default)
            do {
                return try await query.result(for: store).relationships.first { relationship in
                    (relationship.samples ?? []).contains { $0.uuid == sample.uuid }
                }?.workout.uuid
            } catch let error as HKError where HealthKitStore.unreadableCodes.contains(error.code) {
                return nil
            }
        }

        private static let effortTypes: Set<String> = [
            "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore", "HKQuantityTypeIdentifierWorkoutEffortScore",
        ]
        /// A day in seconds.
        private static let ratingDelayMax: TimeInterval = 86_400
    }
#endif
