#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// Functions that an app calls itself.
    extension HealthKitStore {
        /// Correlations are left out, because HealthKit does not observe them. HealthKit saves the
        /// samples in a correlation with the correlation, so their types wake the app.
        ///
        /// - Parameter frequency: the maximum frequency. For many types HealthKit wakes an app at
        ///   most once an hour.
        public func setBackgroundDelivery(
            of types: [String], _ frequency: SyncPlan.Frequency?
        ) async -> [String: String] {
            var failures: [String: String] = [:]
            for type in types {
                guard let sampleType = HealthKitStore.sampleType(type), !(sampleType is HKCorrelationType) else {
                    continue
                }
                do {
                    try await completion { completion in
                        if let frequency {
                            store.enableBackgroundDelivery(
                                for: sampleType, frequency: frequency.healthKit, withCompletion: completion)
                        } else {
                            store.disableBackgroundDelivery(for: sampleType, withCompletion: completion)
                        }
                    }
                } catch {
                    let error = error as NSError
                    failures[type] = "HealthKit does not wake the app for the type (\(error.domain) \(error.code))"
                }
            }
            return failures
        }

        /// Waits for a handler that HealthKit calls once, with true or with an error.
        private func completion(_ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                call { isDone, error in
                    continuation.resume(
                        with: isDone ? .success(()) : .failure(error ?? CocoaError(.featureUnsupported)))
                }
            }
        }

        /// Returns the types to pass to HealthKit in a request for authorisation to read.
        ///
        /// HealthKit raises an exception for correlations. For blood pressure, this function
        /// returns the types that the correlation contains. For food, pass the dietary types
        /// yourself.
        ///
        /// The result has no types that a person shares object by object, because HealthKit raises
        /// an exception for them. Pass them to `requestPerObjectAuthorization(_:)`. It has clinical
        /// records only on a device that supports them. HealthKit raises an exception for clinical
        /// records if the app does not have their entitlement.
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
                if identifier.hasPrefix(clinicalTypePrefix), !supportsHealthRecords { return nil }
                // A person who shares a medication shares its doses with it.
                return identifier == medicationDoseEventType ? nil : sampleType(identifier)
            }
            return Set(types.filter { !($0 is HKCorrelationType) && !$0.requiresPerObjectAuthorization() })
        }

        private static var supportsHealthRecords: Bool {
            #if os(watchOS)
                false
            #else
                HKHealthStore().supportsHealthRecords()
            #endif
        }

        /// Asks the person which vision prescriptions, medications and CDA documents to share. The
        /// person then shares single objects. Call this method while the app is on the screen,
        /// because HealthKit shows a sheet for each of these types, each time.
        ///
        /// The doses of a medication are shared with it. Call `SyncEngine.reconcile(_:deletions:)`
        /// after the person has shared further objects, because HealthKit does not report them as
        /// changes. It also sends again documents and doses that were sent incomplete before.
        ///
        /// - Parameter types: any types. Types that are not shared object by object are ignored.
        /// - Throws: HealthKit's error, such as `errorUserCanceled`, after all of these types were
        ///   requested.
        public func requestPerObjectAuthorization(_ types: [String]) async throws {
            var failure: (any Error)?
            for type in types {
                do { try await requestPerObjectAuthorization(type) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }

        private func requestPerObjectAuthorization(_ type: String) async throws {
            switch type {
            case HealthKitStore.visionPrescriptionType:
                try await store.requestPerObjectReadAuthorization(
                    for: HKObjectType.visionPrescriptionType(), predicate: nil)
            case HealthKitStore.medicationDoseEventType: try await requestMedications()
            case HealthKitStore.documentType: try await requestDocuments()
            default: return
            }
        }

        private func requestMedications() async throws {
            #if compiler(>=6.2)
                guard #available(iOS 26.0, macOS 26.0, watchOS 26.0, *) else { return }
                try await store.requestPerObjectReadAuthorization(
                    for: HKObjectType.userAnnotatedMedicationType(), predicate: nil)
            #endif
        }

        private func requestDocuments() async throws {
            #if !os(watchOS)
                // HealthKit asks the person when a query finds a document for the first time.
                for try await _ in documents(nil, withData: false) {}
            #endif
        }
    }

    extension SyncPlan.Frequency {
        fileprivate var healthKit: HKUpdateFrequency {
            switch self {
            case .immediate: .immediate
            case .hourly: .hourly
            case .daily: .daily
            case .weekly: .weekly
            }
        }
    }
#endif
