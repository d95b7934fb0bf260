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
        /// The approximate number of changes that one query returns while `latestAnchor(of:)`
        /// determines an anchor.
        private static let anchorPageCount = 5_000

        public init(_ store: HKHealthStore = HKHealthStore()) {
            self.store = store
        }

        // MARK: HealthSampleStore

        /// - Throws: `UnusableAnchorError`, or HealthKit's error, such as
        ///   `errorDatabaseInaccessible` while the phone is locked.
        public func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges {
            let start = try anchor.map(HealthKitStore.anchor)
            guard let page = try await changes(of: type, after: start, limit) else {
                return SampleChanges(added: [], deleted: [], anchor: anchor ?? Data(), hasMore: false)
            }
            return SampleChanges(
                added: try await records(page.samples), deleted: page.deleted,
                anchor: try HealthKitStore.data(page.anchor), hasMore: !page.isEmpty)
        }

        /// - Throws: HealthKit's error. For a type that looks empty, it is
        ///   `errorAuthorizationNotDetermined`.
        public func latestAnchor(of type: String) async throws -> LatestAnchor {
            var anchor: HKQueryAnchor?
            var deleted: [UUID] = []
            // HealthKit returns an anchor only together with the changes before it.
            while let page = try await changes(of: type, after: anchor, HealthKitStore.anchorPageCount) {
                try Task.checkCancellation()
                anchor = page.anchor
                deleted += page.deleted
                if page.isEmpty { break }
            }
            guard let anchor else { throw HKError(.errorAuthorizationNotDetermined) }
            return LatestAnchor(anchor: try HealthKitStore.data(anchor), deleted: deleted)
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
                            guard error == nil else { return completion() }
                            let answer = ObserverAnswer(call: completion)
                            let update = StoreUpdate(type) { answer.call() }
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
            return Set(contained.compactMap(sampleType).filter { !($0 is HKCorrelationType) })
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
            return nil
        }

        // MARK: Records

        private func records(_ samples: [HKSample]) async throws -> [SampleRecord] {
            var records: [SampleRecord] = []
            records.reserveCapacity(samples.count)
            for sample in samples {
                var record = SampleRecord(sample)
                try await addDetails(of: sample, to: &record)
                records.append(record)
            }
            return records
        }

        /// Adds data that HealthKit returns only in further queries.
        ///
        /// This function reads only the quantities of a series. Routes (`HKWorkoutRouteQuery`),
        /// heartbeats (`HKHeartbeatSeriesQuery`) and voltages (`HKElectrocardiogramQuery`) are not
        /// read. Code for them belongs here, and their types belong in `sampleType`.
        private func addDetails(of sample: HKSample, to record: inout SampleRecord) async throws {
            if let sample = sample as? HKQuantitySample, sample.count > 1, let unit = record.unit {
                record.quantities = try await quantities(of: sample, HKUnit(from: unit))
            }
        }

        /// Returns the quantities of a series, or nil if HealthKit does not return them. In that
        /// case only the summary is sent.
        private func quantities(of sample: HKQuantitySample, _ unit: HKUnit) async throws -> [SeriesQuantity]? {
            let query = HKQuantitySeriesSampleQueryDescriptor(
                predicate: .quantitySample(
                    type: sample.quantityType, predicate: HKQuery.predicateForObject(with: sample.uuid)))
            do {
                var quantities: [SeriesQuantity] = []
                for try await result in query.results(for: store) {
                    quantities.append(
                        SeriesQuantity(
                            startDate: result.dateInterval.start, endDate: result.dateInterval.end,
                            value: result.quantity.doubleValue(for: unit)))
                }
                return quantities.isEmpty ? nil : quantities
            } catch let error as HKError where error.code == .errorDatabaseInaccessible {
                throw error
            } catch let error as CancellationError {
                throw error
            } catch {
                // An unreadable series must not block the samples after it.
                return nil
            }
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
