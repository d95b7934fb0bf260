import Foundation

/// The content of an `HKVisionPrescription`. Its start is the date on which it was issued.
public struct VisionPrescription: Codable, Hashable, Sendable {
    /// `Glasses` or `Contacts`, as in an export of the Health app, or HealthKit's raw value.
    public var prescriptionType: String?
    /// Nil without an expiration, or if an export has another text than a date.
    public var expirationDate: Date?
    /// The brand of contact lenses.
    public var brand: String?
    /// Nil without a lens, or if an export has another text than a number in it.
    public var rightEye: Lens?
    public var leftEye: Lens?
    /// The files that are attached to the prescription. Their content is not sent.
    public var attachments: [Attachment]?

    public init() {}

    /// The lens of an eye, `HKGlassesLensSpecification` or `HKContactsLensSpecification` as JSON.
    public struct Lens: Codable, Hashable, Sendable {
        /// In diopters.
        public var sphere: Double?
        /// In diopters.
        public var cylinder: Double?
        /// In degrees.
        public var axis: Double?
        /// In diopters.
        public var addPower: Double?
        /// From the eye to a lens of glasses, in millimetres.
        public var vertexDistance: Double?
        /// The prism of a lens of glasses.
        public var prism: Prism?
        /// From the pupil to the centre of the nose, in millimetres, for a far object.
        public var farPupillaryDistance: Double?
        /// The same for a near object.
        public var nearPupillaryDistance: Double?
        /// Of a contact lens, in millimetres.
        public var baseCurve: Double?
        /// Of a contact lens, in millimetres.
        public var diameter: Double?

        public init() {}
    }

    /// A prism in polar coordinates. HealthKit computes its vertical and horizontal amounts from
    /// them.
    public struct Prism: Codable, Hashable, Sendable {
        /// In prism diopters.
        public var amount: Double?
        /// In degrees.
        public var angle: Double?

        public init(amount: Double?, angle: Double?) {
            self.amount = amount
            self.angle = angle
        }
    }

    /// A file, `HKAttachment` as JSON.
    public struct Attachment: Codable, Hashable, Sendable {
        public var identifier: String

        public init(identifier: String) {
            self.identifier = identifier
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        prescriptionType = try container.decodeIfPresent(String.self, forKey: .prescriptionType)
        // One malformed row of an export must not make a whole page of samples unreadable.
        expirationDate = try? container.decodeIfPresent(Date.self, forKey: .expirationDate)
        brand = try container.decodeIfPresent(String.self, forKey: .brand)
        rightEye = try? container.decodeIfPresent(Lens.self, forKey: .rightEye)
        leftEye = try? container.decodeIfPresent(Lens.self, forKey: .leftEye)
        attachments = try container.decodeIfPresent([Attachment].self, forKey: .attachments)
    }
}
