#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// HealthKit's store as a `HealthSampleStore`.
    ///
    /// First request authorisation to read `authorizationTypes(_:)`. Without authorisation,
    /// HealthKit shows no samples of a type and reports no error.
    ///
    /// For updates in the background, the app needs the entitlement
    /// `com.apple.developer.healthkit.background-delivery`, and must run an engine in
    /// `application(_:didFinishLaunchingWithOptions:)`.
    ///
    /// A type looks empty if this system does not know it, if the app has never requested
    /// authorisation for it, or if the app does not have the entitlement for it.
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
            var limit = min(limit, HealthKitStore.samplesPerPage(of: type))
            guard var page = try await changes(of: type, after: start, limit) else {
                return SampleChanges(
                    added: [], deleted: [], anchor: anchor ?? Data(), hasMore: false,
                    unreadableReason: HealthKitStore.unreadableReason(of: type))
            }
            while page.samples.count > 1, HealthKitStore.isTooLarge(page.samples) {
                limit = max(1, min(limit, page.samples.count) / 2)
                guard let shorter = try await changes(of: type, after: start, limit) else { break }
                page = shorter
            }
            return SampleChanges(
                added: try await records(page.samples), deleted: page.deleted,
                anchor: try HealthKitStore.data(page.anchor), hasMore: !page.isEmpty)
        }

        /// - Throws: `UnusableAnchorError`, or HealthKit's error.
        public func deletions(of type: String, after anchor: Data?, limit: Int) async throws -> DeletionPage {
            // HealthKit returns an anchor only together with the changes before it.
            guard let page = try await changes(of: type, after: try anchor.map(HealthKitStore.anchor), limit) else {
                return DeletionPage(
                    deleted: [], anchor: anchor ?? Data(), hasMore: false,
                    unreadableReason: HealthKitStore.unreadableReason(of: type))
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
                SampleIdentity(
                    uuid: $0.uuid, startDate: $0.startDate, source: $0.sourceRevision.source.bundleIdentifier)
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

        // MARK: Types

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
            case visionPrescriptionType: return HKObjectType.visionPrescriptionType()
            case "HKScoredAssessmentTypeIdentifierGAD7", "HKScoredAssessmentTypeIdentifierPHQ9":
                guard #available(iOS 18.0, macOS 15.0, watchOS 11.0, *) else { return nil }
                return HKScoredAssessmentType(HKScoredAssessmentTypeIdentifier(rawValue: identifier))
            case medicationDoseEventType:
                // The SDKs before Xcode 26 do not have the type.
                #if compiler(>=6.2)
                    guard #available(iOS 26.0, macOS 26.0, watchOS 26.0, *) else { return nil }
                    return HKObjectType.medicationDoseEventType()
                #else
                    return nil
                #endif
            default:
                #if os(watchOS)
                    return nil
                #else
                    return recordType(identifier)
                #endif
            }
        }

        #if !os(watchOS)
            /// Returns the type of a clinical record or of documents, which watchOS does not have.
            private static func recordType(_ identifier: String) -> HKSampleType? {
                if identifier.hasPrefix(clinicalTypePrefix) {
                    return HKObjectType.clinicalType(forIdentifier: HKClinicalTypeIdentifier(rawValue: identifier))
                }
                return identifier == documentType ? HKObjectType.documentType(forIdentifier: .CDA) : nil
            }
        #endif

        static let visionPrescriptionType = "HKVisionPrescriptionTypeIdentifier"
        static let medicationDoseEventType = "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
        static let clinicalTypePrefix = "HKClinicalTypeIdentifier"
        static let documentType = "HKDocumentTypeIdentifierCDA"

        private static func unreadableReason(of type: String) -> String {
            sampleType(type) == nil
                ? "this system or this library does not know the type"
                : "the app has not requested authorisation to read the type, or may not request it"
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
