import Foundation

/// The content of an `HKMedicationDoseEvent`. Quantities are in `SampleRecord.unit`. Constants are
/// HealthKit's raw values.
public struct MedicationDose: Codable, Hashable, Sendable {
    /// 1 for not interacted, 2 for notification not sent, 3 for snoozed, 4 for taken, 5 for
    /// skipped, 6 for not logged.
    public var logStatus: Int
    /// 1 for a dose as needed, 2 for a dose of a schedule.
    public var scheduleType: Int
    public var scheduledDate: Date?
    public var scheduledDoseQuantity: Double?
    /// The quantity that the person took.
    public var doseQuantity: Double?
    /// HealthKit's identifier of the medication, archived and encoded as base64, because HealthKit
    /// shows no text of it. Doses of one medication have equal identifiers.
    public var medicationConceptIdentifier: String?
    /// The medication, as the person's list of medications described it when the dose was sent.
    public var medication: Medication?

    public init(logStatus: Int, scheduleType: Int) {
        self.logStatus = logStatus
        self.scheduleType = scheduleType
    }

    /// A medication of the person's list, `HKUserAnnotatedMedication` as JSON.
    public struct Medication: Codable, Hashable, Sendable {
        public var displayText: String
        /// HealthKit's name of the form, such as that of tablets.
        public var generalForm: String?
        /// The name that the person gave to the medication.
        public var nickname: String?
        /// The codes of the medication in terminologies such as RxNorm.
        public var relatedCodings: [Coding]?

        public init(displayText: String) {
            self.displayText = displayText
        }
    }

    /// A code of a terminology, `HKClinicalCoding` as JSON.
    public struct Coding: Codable, Hashable, Sendable {
        /// The terminology, such as `http://www.nlm.nih.gov/research/umls/rxnorm`.
        public var system: String
        public var version: String?
        public var code: String

        public init(system: String, version: String?, code: String) {
            self.system = system
            self.version = version
            self.code = code
        }
    }
}
