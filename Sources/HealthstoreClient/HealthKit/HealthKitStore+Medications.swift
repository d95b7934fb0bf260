#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    /// The medications of the person, by HealthKit's identifiers.
    struct MedicationList {
        /// The archived identifier of each medication that the person shares with the app.
        fileprivate var medications: [String: MedicationDose.Medication] = [:]
        /// The reason why the list cannot be read, or nil.
        fileprivate var failure: String?

        /// Adds the medication of a dose.
        ///
        /// - Throws: `HealthstoreError` `storeUnavailable` if the app may not read the medication.
        func addMedication(of sample: HKSample, to record: inout SampleRecord) throws {
            guard record.medicationDose != nil else { return }
            if let failure { throw HealthstoreError(.storeUnavailable, failure) }
            guard let identifier = record.medicationDose?.medicationConceptIdentifier,
                let medication = medications[identifier]
            else { throw HealthstoreError(.storeUnavailable, "HealthKit does not show the medication of the dose") }
            record.medicationDose?.medication = medication
        }
    }

    extension HealthKitStore {
        /// Returns the list of medications if one of the samples is a dose.
        ///
        /// - Throws: `CancellationError`, or `errorDatabaseInaccessible` while the phone is locked.
        func medicationList(for samples: [HKSample]) async throws -> MedicationList? {
            #if compiler(>=6.2)
                guard #available(iOS 26.0, macOS 26.0, watchOS 26.0, *),
                    samples.contains(where: { $0 is HKMedicationDoseEvent })
                else { return nil }
                var list = MedicationList()
                do {
                    for medication in try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store) {
                        guard let identifier = MedicationDose.text(of: medication.medication.identifier) else {
                            continue
                        }
                        list.medications[identifier] = MedicationDose.Medication(medication)
                    }
                } catch let error as HKError where error.code == .errorDatabaseInaccessible {
                    throw error
                } catch let error as CancellationError {
                    throw error
                } catch {
                    let error = error as NSError
                    list.failure = "HealthKit does not return the medications (\(error.domain) \(error.code))"
                }
                return list
            #else
                return nil
            #endif
        }
    }

    #if compiler(>=6.2)
        @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
        extension MedicationDose {
            /// Reads everything except the medication.
            init(_ sample: HKMedicationDoseEvent) {
                self.init(logStatus: sample.logStatus.rawValue, scheduleType: sample.scheduleType.rawValue)
                scheduledDate = sample.scheduledDate
                scheduledDoseQuantity = sample.scheduledDoseQuantity
                doseQuantity = sample.doseQuantity
                // The property is declared as never nil. iOS 26.3 returned nil nevertheless, which
                // ends a program that reads it without key-value coding.
                let identifier = sample.value(forKey: "medicationConceptIdentifier") as? HKHealthConceptIdentifier
                medicationConceptIdentifier = identifier.flatMap(MedicationDose.text)
            }

            /// Returns the archived identifier as base64, or nil if it cannot be archived.
            static func text(of identifier: HKHealthConceptIdentifier) -> String? {
                let data = try? NSKeyedArchiver.archivedData(withRootObject: identifier, requiringSecureCoding: true)
                return data?.base64EncodedString()
            }
        }

        @available(iOS 26.0, macOS 26.0, watchOS 26.0, *)
        extension MedicationDose.Medication {
            fileprivate init(_ medication: HKUserAnnotatedMedication) {
                self.init(displayText: medication.medication.displayText)
                generalForm = medication.medication.generalForm.rawValue
                nickname = medication.nickname
                let codings = medication.medication.relatedCodings.map {
                    MedicationDose.Coding(system: $0.system, version: $0.version, code: $0.code)
                }
                // A set has no order, and a dose is sent with the same bytes each time.
                relatedCodings = codings.sorted { ($0.system, $0.code) < ($1.system, $1.code) }
            }
        }
    #endif
#endif
