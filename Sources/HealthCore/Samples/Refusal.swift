/// The reason why one record was not stored. The other records of its batch are stored, unless the
/// batch is atomic (`SampleBatch.isAtomic`).
///
/// A refusal names the field and the expected value. It never contains a health value.
public struct Refusal: Error, Hashable, Sendable {
    public var code: Code
    /// The field of the record, as its sender names it, such as `startDate` or `unit`.
    public var field: String
    /// In PostgreSQL's style: lower case, no full stop.
    public var message: String
    /// An action that the sender can take; nil if the message already states it.
    public var hint: String?

    public init(_ code: Code, field: String, _ message: String, hint: String? = nil) {
        self.code = code
        self.field = field
        self.message = message
        self.hint = hint
    }

    /// Codes are permanent, because clients depend on them. A retired code is never used again.
    public enum Code: String, CaseIterable, Sendable {
        // A batch, a line or a client's request as a whole.
        case malformedBatch = "malformed_batch"
        case malformedJSON = "malformed_json"
        case malformedLine = "malformed_line"
        case lineTooLong = "line_too_long"
        case unknownField = "unknown_field"
        case tooManyRecords = "too_many_records"
        case tooManyQuantities = "too_many_quantities"

        // One record.
        case missingField = "missing_field"
        case malformedField = "malformed_field"
        case malformedUUID = "malformed_uuid"
        case malformedDate = "malformed_date"
        case endBeforeStart = "end_before_start"
        /// A quantity of a series lies outside the dates of the series.
        case outsideSeries = "outside_series"
        case malformedNumber = "malformed_number"
        case notFinite = "not_finite"
        /// A quantity beyond `Quantity.magnitudeMax`.
        case valueTooLarge = "value_too_large"
        case unknownUnit = "unknown_unit"
        case incompatibleUnit = "incompatible_unit"
        case unknownValue = "unknown_value"
        case wrongKind = "wrong_kind"
        /// Figures of one record that contradict each other, such as more sleep than the night has
        /// hours.
        case contradictory
        case fieldTooLong = "field_too_long"
        /// The person has reached the greatest number of sources, devices, unknown types or units
        /// (`PersonName`).
        case tooManyNames = "too_many_names"
        case duplicateUUID = "duplicate_uuid"
        case deletedBefore = "deleted_before"
        /// The sender may not write samples of this type or at this time.
        case writeNotGranted = "write_not_granted"
        /// The sample begins before the start of the sync plan.
        case beforeStart = "before_start"
        /// The content of a file in the export other than export.xml does not fit its folder or its
        /// name.
        case malformedFile = "malformed_file"
        /// A file of an archive is damaged or encrypted, or is not a regular file.
        case unreadableFile = "unreadable_file"
        case fileTooLarge = "file_too_large"
        /// An archive holds more than one export. Only the first is read.
        case secondExport = "second_export"
    }
}
