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

    private enum CodingKeys: String, CodingKey {
        case logStatus, scheduleType, scheduledDate, scheduledDoseQuantity, doseQuantity
        case medicationConceptIdentifier, medication
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        logStatus = try container.decode(Int.self, forKey: .logStatus)
        scheduleType = try container.decode(Int.self, forKey: .scheduleType)
        scheduledDate = try container.dateIfPresent(.scheduledDate)
        scheduledDoseQuantity = try container.decodeIfPresent(Double.self, forKey: .scheduledDoseQuantity)
        doseQuantity = try container.decodeIfPresent(Double.self, forKey: .doseQuantity)
        medicationConceptIdentifier = try container.decodeIfPresent(String.self, forKey: .medicationConceptIdentifier)
        medication = try container.decodeIfPresent(Medication.self, forKey: .medication)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(logStatus, forKey: .logStatus)
        try container.encode(scheduleType, forKey: .scheduleType)
        try container.encodeIfPresent(scheduledDate, as: .scheduledDate)
        try container.encodeIfPresent(scheduledDoseQuantity, forKey: .scheduledDoseQuantity)
        try container.encodeIfPresent(doseQuantity, forKey: .doseQuantity)
        try container.encodeIfPresent(medicationConceptIdentifier, forKey: .medicationConceptIdentifier)
        try container.encodeIfPresent(medication, forKey: .medication)
    }
}
