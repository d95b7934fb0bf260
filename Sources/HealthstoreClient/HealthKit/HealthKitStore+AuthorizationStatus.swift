#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension HealthKitStore {
        /// Returns whether the app must ask the person before it reads the types.
        ///
        /// | status | meaning |
        /// |---|---|
        /// | `shouldRequest` | At least one type was never requested. A request shows HealthKit's sheet. |
        /// | `unnecessary` | Every type was requested. A request shows nothing. |
        /// | `unknown` | HealthKit could not find out. |
        ///
        /// HealthKit never tells what the person has answered. A type that the person refused looks
        /// like a type without samples, so show `NoDataView` for both.
        ///
        /// - Parameter types: any types. Types that a person shares object by object are ignored,
        ///   as in `authorizationTypes(_:)`.
        /// - Throws: HealthKit's error, such as `errorHealthDataUnavailable` on a device without
        ///   HealthKit.
        public func authorizationRequestStatus(_ types: [String]) async throws -> HKAuthorizationRequestStatus {
            let types = HealthKitStore.authorizationTypes(types)
            // HealthKit does not document what it does with an empty set.
            guard !types.isEmpty else { return .unnecessary }
            return try await store.statusForAuthorizationRequest(toShare: [], read: types)
        }

        /// Returns the start of the window that the person shares, on iOS 27 and later.
        ///
        /// HealthKit returns the same for a type that is wholly shared and for a refused one: nil.
        /// Of blood pressure, the later of the starts of its two types counts.
        ///
        /// - Throws: HealthKit's error.
        public func earliestAuthorizedSampleDate(of type: String) async throws -> Date? {
            // The SDKs before Xcode 27 do not have the function.
            #if compiler(>=6.4)
                guard #available(iOS 27.0, macOS 27.0, watchOS 27.0, *) else { return nil }
                let types = HealthKitStore.authorizationTypes([type]).filter { $0 is HKSampleType }
                guard !types.isEmpty else { return nil }
                return try await store.earliestAuthorizedSampleDate(for: types).values.max()
            #else
                return nil
            #endif
        }
    }
#endif
