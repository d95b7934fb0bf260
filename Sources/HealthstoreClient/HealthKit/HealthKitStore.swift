#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// HealthKit's store as a `HealthSampleStore`.
    ///
    /// Ask for authorisation to read before, for `authorizationTypes(_:)`: without it HealthKit shows nothing of a type, and
    /// does not say so. For updates in the background the app needs the entitlement
    /// `com.apple.developer.healthkit.background-delivery`, and in `application(_:didFinishLaunchingWithOptions:)` a
    /// running engine and `enableBackgroundDelivery(_:frequency:)`.
    ///
    /// A type that this system does not know, or for which authorisation was never asked, looks empty.
    public struct HealthKitStore: HealthSampleStore {
        let store: HKHealthStore
        /// Most samples and deletions in memory while an anchor is made.
        private static let anchorPageCount = 5_000

        public init(_ store: HKHealthStore = HKHealthStore()) {
            self.store = store
        }

        // MARK: HealthSampleStore

        /// - Throws: `UnusableAnchorError`; HealthKit's error, such as `errorDatabaseInaccessible` while the phone is locked.
        public func changes(of type: String, after anchor: Data?, limit: Int) async throws -> SampleChanges {
            let start = try anchor.map(HealthKitStore.anchor)
            guard let page = try await changes(of: type, after: start, limit) else {
                return SampleChanges(added: [], deleted: [], anchor: anchor ?? Data(), hasMore: false)
            }
            return SampleChanges(
                added: try await records(page.samples), deleted: page.deleted,
                anchor: try HealthKitStore.data(page.anchor), hasMore: !page.isEmpty)
        }

        public func latestAnchor(of type: String) async throws -> LatestAnchor {
            var anchor: HKQueryAnchor?
            var deleted: [UUID] = []
            // HealthKit gives an anchor only behind what it delivered.
            while let page = try await changes(of: type, after: anchor, HealthKitStore.anchorPageCount) {
                try Task.checkCancellation()
                anchor = page.anchor
                deleted += page.deleted
                if page.isEmpty { break }
            }
            guard let anchor else { throw HKError(.errorAuthorizationNotDetermined) }
            return LatestAnchor(anchor: try HealthKitStore.data(anchor), deleted: deleted)
        }

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

        public func samples(of type: String, uuids: [UUID]) async throws -> [SampleRecord] {
            let predicate = HKQuery.predicateForObjects(with: Set(uuids))
            return try await records(try await samples(of: type, predicate, limit: HKObjectQueryNoLimit))
        }

        public func updates(_ types: [String]) -> AsyncStream<StoreUpdate> {
            AsyncStream { continuation in
                let queries = types.compactMap { type in
                    HealthKitStore.sampleType(type).map { sampleType in
                        HKObserverQuery(sampleType: sampleType, predicate: nil) { _, completion, error in
                            // It must be called whatever happened: HealthKit gives up on an app after three times.
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

        // MARK: What an app calls

        /// Lets HealthKit wake the app when samples are saved. To be called each time that the app starts.
        ///
        /// Correlations are left out, which HealthKit does not watch: what they contain is saved with them, so name its types
        /// too.
        ///
        /// - Parameter frequency: how often at most; for many types HealthKit wakes an app no more than hourly.
        /// - Throws: HealthKit's error, as without the entitlement.
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

        /// What to ask authorisation to read for. HealthKit refuses, by an exception, to be asked for correlations: for blood
        /// pressure it is asked for what it contains; for food name the dietary types yourself.
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

        /// The type of an identifier; nil where this system does not know it, or this library does not read it.
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

        /// What HealthKit gives only to further queries: here also belong the locations of routes (`HKWorkoutRouteQuery`),
        /// heartbeats (`HKHeartbeatSeriesQuery`) and voltages (`HKElectrocardiogramQuery`), with their types in `sampleType`.
        private func addDetails(of sample: HKSample, to record: inout SampleRecord) async throws {
            if let sample = sample as? HKQuantitySample, sample.count > 1, let unit = record.unit {
                record.quantities = try await quantities(of: sample, HKUnit(from: unit))
            }
        }

        /// The quantities of a series; nil where HealthKit does not give them: then its summary is all there is.
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
                // One series must not keep all that follow from being read.
                return nil
            }
        }
    }

    /// An observer query's completion handler.
    ///
    /// @unchecked: HealthKit does not say that it is sendable, but hands it out on a thread of its own to be called when an
    /// app is done, from wherever that is; it is called once.
    private struct ObserverAnswer: @unchecked Sendable {
        let call: HKObserverQueryCompletionHandler
    }
#endif
