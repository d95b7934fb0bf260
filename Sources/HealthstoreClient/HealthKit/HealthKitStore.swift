#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// HealthKit's store as a `HealthSampleStore`.
    ///
    /// First request authorisation to read `authorizationTypes(_:)`. Without authorisation,
    /// HealthKit shows no samples of a type and reports no error.
    ///
    /// For updates in the background, the app needs the entitlement
    /// `com.apple.developer.healthkit.background-delivery`. In
    /// `application(_:didFinishLaunchingWithOptions:)` it must run an engine and call
    /// `enableBackgroundDelivery(_:frequency:)`.
    ///
    /// A type looks empty if this system does not know it, or if the app has never requested
    /// authorisation for it.
    public struct HealthKitStore: HealthSampleStore {
        let store: HKHealthStore
        public init(_ store: HKHealthStore = HKHealthStore()) {
            self.store = store
        }

        // MARK: HealthSampleStore

        /// - Throws: `UnusableAnchorError`, or HealthKit's error, such as
        ///   `errorDatabaseInaccessible` while the phone is locked.
        public func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges {
            let start = try anchor.map(HealthKitStore.anchor)
            var limit = limit
            guard var page = try await changes(of: type, after: start, limit) else {
                return SampleChanges(
                    added: [], deleted: [], anchor: anchor ?? Data(), hasMore: false,
                    unreadableReason: HealthKitStore.unreadableReason(of: type))
            }
            while page.samples.count > 1, HealthKitStore.partCount(of: page.samples) > HealthKitStore.partsPerPage {
                limit = max(1, min(limit, page.samples.count) / 2)
                guard let shorter = try await changes(of: type, after: start, limit) else { break }
                page = shorter
            }
            return SampleChanges(
                added: try await records(page.samples), deleted: page.deleted,
                anchor: try HealthKitStore.data(page.anchor), hasMore: !page.isEmpty)
        }

        /// - Throws: HealthKit's error. For a type that looks empty, it is
        ///   `errorAuthorizationNotDetermined`.
        public func deletions(of type: String, after anchor: Data?, limit: Int) async throws -> DeletionPage {
            // HealthKit returns an anchor only together with the changes before it.
            guard let page = try await changes(of: type, after: try anchor.map(HealthKitStore.anchor), limit) else {
                throw HKError(.errorAuthorizationNotDetermined)
            }
            return DeletionPage(
                deleted: page.deleted, anchor: try HealthKitStore.data(page.anchor), hasMore: !page.isEmpty)
        }

        /// - Throws: HealthKit's error.
        public func identities(
            of type: String, from start: Date?, to end: Date?, limit: Int
        ) async throws -> [SampleIdentity] {
            let conditions = [
                start.map { NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, $0 as NSDate) },
                end.map { NSPredicate(format: "%K < %@", HKPredicateKeyPathStartDate, $0 as NSDate) },
            ].compactMap { $0 }
            let predicate = conditions.isEmpty ? nil : NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
            return try await samples(of: type, predicate, limit: limit).map {
                SampleIdentity(uuid: $0.uuid, startDate: $0.startDate)
            }
        }

        /// - Throws: HealthKit's error.
        public func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord] {
            let predicate = HKQuery.predicateForObjects(with: Set(uuids))
            return try await records(try await samples(of: type, predicate, limit: HKObjectQueryNoLimit))
        }

        public func updates(_ types: [String]) -> AsyncStream<StoreUpdate> {
            AsyncStream { continuation in
                let queries = types.compactMap { type in
                    HealthKitStore.sampleType(type).map { sampleType in
                        HKObserverQuery(sampleType: sampleType, predicate: nil) { _, completion, error in
                            // If an app fails to call the completion handler three times, HealthKit
                            // stops waking it. So the handler is called in every case.
                            let answer = ObserverAnswer(call: completion)
                            let failure = error.map { error in
                                let error = error as NSError
                                return "HealthKit does not observe the type (\(error.domain) \(error.code))"
                            }
                            let update = StoreUpdate(type, failure: failure) { answer.call() }
                            if case .terminated = continuation.yield(update) { completion() }
                        }
                    }
                }
                for query in queries { store.execute(query) }
                continuation.onTermination = { [store] _ in
                    for query in queries { store.stop(query) }
                }
            }
        }

        // MARK: Functions for apps

        /// Lets HealthKit wake the app when samples are saved. Call this method each time the app
        /// starts.
        ///
        /// Correlations are left out, because HealthKit does not observe them. HealthKit saves the
        /// samples in a correlation with the correlation, so pass their types, too.
        ///
        /// - Parameter frequency: the maximum frequency. For many types HealthKit wakes an app at
        ///   most once an hour.
        /// - Throws: HealthKit's error, for example without the entitlement.
        public func enableBackgroundDelivery(
            _ types: [String], frequency: HKUpdateFrequency = .hourly
        ) async throws {
            for type in types.compactMap(HealthKitStore.sampleType) where !(type is HKCorrelationType) {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    store.enableBackgroundDelivery(for: type, frequency: frequency) { isEnabled, error in
                        continuation.resume(
                            with: isEnabled ? .success(()) : .failure(error ?? CocoaError(.featureUnsupported)))
                    }
                }
            }
        }

        /// Returns the types to pass to HealthKit in a request for authorisation to read.
        ///
        /// HealthKit raises an exception for correlations. For blood pressure, this function
        /// returns the types that the correlation contains. For food, pass the dietary types
        /// yourself.
        public static func authorizationTypes(_ identifiers: [String]) -> Set<HKObjectType> {
            let contained = identifiers.flatMap { identifier in
                identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
                    ? [
                        HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue,
                        HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue,
                    ] : [identifier]
            }
            let types = contained.compactMap { identifier -> HKObjectType? in
                if identifier == SyncEngine.activitySummaryType { return HKObjectType.activitySummaryType() }
                if identifier.hasPrefix(CharacteristicRecord.typePrefix) {
                    return HKObjectType.characteristicType(
                        forIdentifier: HKCharacteristicTypeIdentifier(rawValue: identifier))
                }
                return sampleType(identifier)
            }
            return Set(types.filter { !($0 is HKCorrelationType) })
        }

        /// Returns the type of an identifier. Returns nil if this system does not know the type, or
        /// this library does not read it.
        public static func sampleType(_ identifier: String) -> HKSampleType? {
            if identifier == HKWorkoutTypeIdentifier { return HKObjectType.workoutType() }
            if identifier.hasPrefix("HKQuantityTypeIdentifier") {
                return HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: identifier))
            }
            if identifier.hasPrefix("HKCategoryTypeIdentifier") {
                return HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: identifier))
            }
            if identifier.hasPrefix("HKCorrelationTypeIdentifier") {
                return HKObjectType.correlationType(forIdentifier: HKCorrelationTypeIdentifier(rawValue: identifier))
            }
            switch identifier {
            case HKWorkoutRouteTypeIdentifier: return HKSeriesType.workoutRoute()
            case HKDataTypeIdentifierHeartbeatSeries: return HKSeriesType.heartbeat()
            // These types have no public constant.
            case "HKDataTypeIdentifierAudiogram": return HKObjectType.audiogramSampleType()
            case "HKDataTypeIdentifierElectrocardiogram": return HKObjectType.electrocardiogramType()
            case "HKDataTypeStateOfMind":
                guard #available(iOS 18.0, macOS 15.0, watchOS 11.0, *) else { return nil }
                return HKObjectType.stateOfMindType()
            default: return nil
            }
        }

        private static func unreadableReason(of type: String) -> String {
            sampleType(type) == nil
                ? "this system or this library does not know the type"
                : "the app has not requested authorisation to read the type"
        }
    }

    /// The completion handler of an observer query.
    ///
    /// @unchecked: HealthKit does not declare the handler sendable. It passes the handler to its
    /// own thread and allows the app to call it once, from any thread.
    private struct ObserverAnswer: @unchecked Sendable {
        let call: HKObserverQueryCompletionHandler
    }
#endif
