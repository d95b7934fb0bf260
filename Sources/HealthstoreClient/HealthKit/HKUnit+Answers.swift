#if canImport(HealthKit)
    import Foundation
    import HealthKit

    extension HKUnit {
        /// Returns the unit that an answer names, such as that of `StatisticsCollection.unit`.
        ///
        /// The service calls HealthKit's `%` `fraction`, which `HKUnit(from:)` does not parse.
        public static func named(_ unit: String) -> HKUnit {
            HKUnit(from: unit.replacingOccurrences(of: "fraction", with: "%"))
        }
    }
#endif
