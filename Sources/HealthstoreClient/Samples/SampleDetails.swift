import Foundation

/// The members that only some kinds of samples have. `SampleRecord` writes them beside its other
/// members. The service returns them in the member `parts`.
public struct SampleDetails: Codable, Hashable, Sendable {
    /// The uuid of the workout to which a route or an effort score belongs.
    public var workout: UUID?
    /// The figures that HealthKit computed for a workout, by type.
    public var workoutStatistics: [RecordedStatistics]?
    /// The time of a workout in each zone, by type.
    public var workoutZoneGroups: [WorkoutZoneGroup]?
    /// The locations of a workout route in order of time.
    public var locations: [RouteLocation]?
    /// The beats of a heartbeat series in order of time.
    public var heartbeats: [Heartbeat]?
    /// The tones of an audiogram.
    public var sensitivityPoints: [SensitivityPoint]?
    public var electrocardiogram: Electrocardiogram?
    public var stateOfMind: StateOfMind?
    public var visionPrescription: VisionPrescription?
    /// The answers and the score of a GAD-7 or PHQ-9 assessment.
    public var scoredAssessment: ScoredAssessment?
    public var medicationDose: MedicationDose?
    public var clinicalRecord: ClinicalRecord?
    public var clinicalDocument: ClinicalDocument?

    private enum CodingKeys: String, CodingKey {
        case workout, workoutStatistics, workoutZoneGroups, locations, heartbeats, sensitivityPoints
        // Members by which a kind is recognised. An export has some of them only.
        case samplingFrequency, voltages, valence, answers, logStatus, custodianName
        case prescriptionType, rightEye, leftEye, fhirVersion, resource
    }

    init() {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        workout = try container.decodeIfPresent(UUID.self, forKey: .workout)
        workoutStatistics = try container.decodeIfPresent([RecordedStatistics].self, forKey: .workoutStatistics)
        workoutZoneGroups = try container.decodeIfPresent([WorkoutZoneGroup].self, forKey: .workoutZoneGroups)
        locations = try container.decodeIfPresent([RouteLocation].self, forKey: .locations)
        heartbeats = try container.decodeIfPresent([Heartbeat].self, forKey: .heartbeats)
        sensitivityPoints = try container.decodeIfPresent([SensitivityPoint].self, forKey: .sensitivityPoints)
        if container.contains(.voltages) || container.contains(.samplingFrequency) {
            electrocardiogram = try Electrocardiogram(from: decoder)
        }
        if container.contains(.valence) { stateOfMind = try StateOfMind(from: decoder) }
        if container.contains(.prescriptionType) || container.contains(.rightEye) || container.contains(.leftEye) {
            visionPrescription = try VisionPrescription(from: decoder)
        }
        if container.contains(.answers) { scoredAssessment = try ScoredAssessment(from: decoder) }
        if container.contains(.logStatus) { medicationDose = try MedicationDose(from: decoder) }
        if container.contains(.fhirVersion) || container.contains(.resource) {
            clinicalRecord = try ClinicalRecord(from: decoder)
        }
        if container.contains(.custodianName) { clinicalDocument = try ClinicalDocument(from: decoder) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(workout, forKey: .workout)
        try container.encodeIfPresent(workoutStatistics, forKey: .workoutStatistics)
        try container.encodeIfPresent(workoutZoneGroups, forKey: .workoutZoneGroups)
        try container.encodeIfPresent(locations, forKey: .locations)
        try container.encodeIfPresent(heartbeats, forKey: .heartbeats)
        try container.encodeIfPresent(sensitivityPoints, forKey: .sensitivityPoints)
        try electrocardiogram?.encode(to: encoder)
        try stateOfMind?.encode(to: encoder)
        try visionPrescription?.encode(to: encoder)
        try scoredAssessment?.encode(to: encoder)
        try medicationDose?.encode(to: encoder)
        try clinicalRecord?.encode(to: encoder)
        try clinicalDocument?.encode(to: encoder)
    }

    /// Removes the members of any length, and keeps those of the sample as a whole.
    mutating func removeParts() {
        locations = nil
        heartbeats = nil
        electrocardiogram?.voltages = nil
        clinicalRecord?.resource = nil
        clinicalDocument?.documentData = nil
    }
}

/// A heartbeat of an `HKHeartbeatSeriesSample`.
public struct Heartbeat: Codable, Hashable, Sendable {
    /// In seconds from the start of the sample.
    public var timeSinceSeriesStart: Double
    /// True if beats before this one may be missing.
    public var precededByGap: Bool

    public init(timeSinceSeriesStart: Double, precededByGap: Bool) {
        self.timeSinceSeriesStart = timeSinceSeriesStart
        self.precededByGap = precededByGap
    }
}

/// The measurements of an `HKElectrocardiogram`. The voltages are in `SampleRecord.unit`, which is
/// `mcV` in records of `HealthKitStore`.
public struct Electrocardiogram: Codable, Hashable, Sendable {
    /// The name of `HKElectrocardiogram.Classification`, such as `sinusRhythm`, or its raw value.
    public var classification: String?
    public var classificationValue: Int?
    /// The name of `HKElectrocardiogram.SymptomsStatus`, such as `present`, or its raw value.
    public var symptoms: String?
    /// In beats per minute.
    public var averageHeartRate: Double?
    /// In voltages per second.
    public var samplingFrequency: Double?
    /// The name of the lead, such as `appleWatchSimilarToLeadI`.
    public var lead: String?
    /// The voltages in order of time. Nil for a measurement that has none for the lead.
    public var voltages: [Double?]?

    public init() {}
}

/// A tone of an audiogram, `HKAudiogramSensitivityPoint` as JSON.
public struct SensitivityPoint: Codable, Hashable, Sendable {
    /// In Hz.
    public var frequency: Double
    /// In dBHL. 0 is normal hearing, and greater is worse.
    public var leftEarSensitivity: Double?
    public var rightEarSensitivity: Double?
    /// True if the other ear heard masking noise.
    public var leftEarMasked: Bool?
    public var rightEarMasked: Bool?
    public var leftEarClampingRange: ClampingRange?
    public var rightEarClampingRange: ClampingRange?
    /// Further tests of the same ear at this frequency.
    public var furtherTests: [FurtherTest]?

    public init(frequency: Double) {
        self.frequency = frequency
    }

    /// The limits of the device in dBHL. A sensitivity beyond a limit is reported as the limit.
    public struct ClampingRange: Codable, Hashable, Sendable {
        public var lowerBound: Double?
        public var upperBound: Double?

        public init(lowerBound: Double?, upperBound: Double?) {
            self.lowerBound = lowerBound
            self.upperBound = upperBound
        }
    }

    /// A test that is not the first of its ear, `HKAudiogramSensitivityTest`.
    public struct FurtherTest: Codable, Hashable, Sendable {
        /// The raw value of `HKAudiogramSensitivityTestSide`: 0 for left, 1 for right.
        public var side: Int
        /// The raw value of `HKAudiogramConductionType`.
        public var conductionType: Int
        public var sensitivity: Double
        public var isMasked: Bool
        public var clampingRange: ClampingRange?

        public init(side: Int, conductionType: Int, sensitivity: Double, isMasked: Bool) {
            self.side = side
            self.conductionType = conductionType
            self.sensitivity = sensitivity
            self.isMasked = isMasked
        }
    }
}

/// The content of an `HKStateOfMind`. Constants are HealthKit's raw values, so that values of newer
/// systems are kept.
public struct StateOfMind: Codable, Hashable, Sendable {
    public var kind: Int
    /// From -1, very unpleasant, to 1, very pleasant.
    public var valence: Double
    public var valenceClassification: Int
    public var labels: [Int]
    public var associations: [Int]

    public init(kind: Int, valence: Double, valenceClassification: Int, labels: [Int], associations: [Int]) {
        self.kind = kind
        self.valence = valence
        self.valenceClassification = valenceClassification
        self.labels = labels
        self.associations = associations
    }
}
