#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension SampleRecord {
        /// Creates a record from a sample of HealthKit.
        ///
        /// The record of a quantity series has only its summary. `HealthKitStore` adds the data
        /// that HealthKit returns only in further queries: the parts of series, the locations of
        /// routes, heartbeats, voltages, documents and medications. Kinds that this library does
        /// not know have only the members that all samples have.
        public init(_ sample: HKSample) {
            self.init(
                uuid: sample.uuid, type: sample.sampleType.identifier, startDate: sample.startDate,
                endDate: sample.endDate, source: Source(sample.sourceRevision))
            self.device = sample.device.map(Device.init)
            self.metadata = sample.metadata.flatMap { $0.isEmpty ? nil : $0.compactMapValues(AnyJSON.init(healthKit:)) }
            switch sample {
            case let sample as HKQuantitySample:
                // The unit may be unknown if the type is newer than this code. The service then
                // refuses the sample and returns a message.
                if let unit = SampleRecord.unit(of: sample.quantityType) {
                    self.value = .number(sample.quantity.doubleValue(for: HKUnit(from: unit)))
                    self.unit = unit
                }
            case let sample as HKCategorySample: self.value = .number(Double(sample.value))
            case let sample as HKCorrelation: self.objects = sample.objects.map { SampleRecord($0) }
            case let sample as HKWorkout: read(sample)
            case let sample as HKElectrocardiogram:
                self.electrocardiogram = Electrocardiogram(sample)
                self.unit = "mcV"
            case let sample as HKAudiogramSample:
                self.sensitivityPoints = sample.sensitivityPoints.map(SensitivityPoint.init)
            case let sample as HKVisionPrescription:
                // HealthKit ends a prescription when it expires, or in the year 4001. An export has
                // no end, and the service must recognise the prescription in it.
                self.endDate = sample.startDate
                self.visionPrescription = VisionPrescription(sample)
            default: readNewer(sample)
            }
        }

        /// Reads kinds that not every supported system has.
        private mutating func readNewer(_ sample: HKSample) {
            #if !os(watchOS)
                if let sample = sample as? HKClinicalRecord {
                    self.clinicalRecord = ClinicalRecord(sample)
                    return
                }
            #endif
            guard #available(iOS 18.0, macOS 15.0, watchOS 11.0, *) else { return }
            switch sample {
            case let sample as HKStateOfMind: self.stateOfMind = StateOfMind(sample)
            case let sample as HKGAD7Assessment:
                self.scoredAssessment = ScoredAssessment(
                    answers: sample.answers.map(\.rawValue), score: sample.score, risk: sample.risk.rawValue)
            case let sample as HKPHQ9Assessment:
                self.scoredAssessment = ScoredAssessment(
                    answers: sample.answers.map(\.rawValue), score: sample.score, risk: sample.risk.rawValue)
            default: break
            }
            #if compiler(>=6.2)
                guard #available(iOS 26.0, macOS 26.0, watchOS 26.0, *), let sample = sample as? HKMedicationDoseEvent
                else { return }
                self.medicationDose = MedicationDose(sample)
                self.unit = sample.unit.unitString
            #endif
        }

        // MARK: Units

        /// Returns the unit in which a type is sent. It does not depend on a person's preferences,
        /// so that a sample is sent with the same content each time.
        static func unit(of type: HKQuantityType) -> String? {
            if let unit = unitsOfTypes[type.identifier.replacingOccurrences(of: "HKQuantityTypeIdentifier", with: "")] {
                return unit
            }
            return units.first { type.is(compatibleWith: HKUnit(from: $0)) }
        }

        /// The units of types that do not use the first compatible element of `units`. For types in
        /// percent, HealthKit's check would accept counts, because it converts counts to percent.
        private static let unitsOfTypes = [
            "AppleWalkingSteadiness": "%", "AtrialFibrillationBurden": "%", "BloodAlcoholContent": "%",
            "BodyFatPercentage": "%", "OxygenSaturation": "%", "PeripheralPerfusionIndex": "%",
            "WalkingAsymmetryPercentage": "%", "WalkingDoubleSupportPercentage": "%",
            "BodyMass": "kg", "LeanBodyMass": "kg", "RunningVerticalOscillation": "cm",
            "HeartRateVariabilityRMSSD": "ms", "HeartRateVariabilitySDNN": "ms", "RunningGroundContactTime": "ms",
            "DietaryWater": "mL", "EstimatedWorkoutEffortScore": "appleEffortScore",
            "WorkoutEffortScore": "appleEffortScore",
        ]

        /// One unit of each dimension.
        private static let units = [
            "count", "count/min", "g", "m", "m/s", "min", "degC", "kcal", "mmHg", "L", "mg/dL", "S", "IU", "L/min",
            "dBASPL", "kcal/(kg*hr)", "ml/(kg*min)", "W",
        ]
    }

    extension SampleRecord.Source {
        fileprivate init(_ revision: HKSourceRevision) {
            let system = revision.operatingSystemVersion
            self.init(
                name: revision.source.name, bundleIdentifier: revision.source.bundleIdentifier,
                version: revision.version, productType: revision.productType,
                operatingSystemVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)")
        }
    }

    extension SampleRecord.Device {
        fileprivate init(_ device: HKDevice) {
            self.init()
            name = device.name
            manufacturer = device.manufacturer
            model = device.model
            hardwareVersion = device.hardwareVersion
            firmwareVersion = device.firmwareVersion
            softwareVersion = device.softwareVersion
            localIdentifier = device.localIdentifier
            udiDeviceIdentifier = device.udiDeviceIdentifier
        }
    }

    extension AnyJSON {
        /// Converts a metadata value, which is a string, a number, a Boolean, a date or a quantity.
        /// A quantity is written with its unit. Returns nil for any other value.
        init?(healthKit value: Any) {
            switch value {
            case let text as String: self = .string(text)
            case let number as NSNumber:
                if CFGetTypeID(number) == CFBooleanGetTypeID() {
                    self = .bool(number.boolValue)
                } else if CFNumberIsFloatType(number) {
                    self = .number(number.doubleValue)
                } else {
                    self = .integer(number.int64Value)
                }
            case let date as Date: self = .string(TimeText.text(of: date) ?? date.description)
            case let quantity as HKQuantity: self = .string(quantity.description)
            default: return nil
            }
        }
    }
#endif
