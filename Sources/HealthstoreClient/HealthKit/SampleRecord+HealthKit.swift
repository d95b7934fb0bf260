#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension SampleRecord {
        /// A sample of HealthKit. Of kinds other than quantities, categories, correlations and workouts only what all samples
        /// have, and of a quantity series its summary: what HealthKit gives only to further queries, `HealthKitStore` adds.
        public init(_ sample: HKSample) {
            self.init(
                uuid: sample.uuid, type: sample.sampleType.identifier, startDate: sample.startDate,
                endDate: sample.endDate, source: Source(sample.sourceRevision))
            device = sample.device.map(Device.init)
            metadata = sample.metadata.flatMap { $0.isEmpty ? nil : $0.compactMapValues(JSONValue.init(healthKit:)) }
            switch sample {
            case let sample as HKQuantitySample:
                // A type that is newer than this code may have a unit that is not known here; the service then says so.
                if let unit = SampleRecord.unit(of: sample.quantityType) {
                    value = .number(sample.quantity.doubleValue(for: HKUnit(from: unit)))
                    self.unit = unit
                }
            case let sample as HKCategorySample: value = .number(Double(sample.value))
            case let sample as HKCorrelation: objects = sample.objects.map { SampleRecord($0) }
            case let sample as HKWorkout: read(sample)
            default: break
            }
        }

        private mutating func read(_ workout: HKWorkout) {
            workoutActivityType = .number(Double(workout.workoutActivityType.rawValue))
            duration = workout.duration
            totalEnergyBurned = workout.totalEnergyBurned?.doubleValue(for: .kilocalorie())
            totalDistance = workout.totalDistance?.doubleValue(for: .meter())
            workoutEvents = workout.workoutEvents?.map(WorkoutEvent.init)
            workoutActivities = workout.workoutActivities.map { activity in
                var record = WorkoutActivity(
                    uuid: activity.uuid,
                    workoutActivityType: .number(Double(activity.workoutConfiguration.activityType.rawValue)),
                    startDate: activity.startDate)
                record.endDate = activity.endDate
                record.duration = activity.duration
                record.workoutEvents = activity.workoutEvents.map(WorkoutEvent.init)
                record.metadata = activity.metadata?.compactMapValues(JSONValue.init(healthKit:))
                return record
            }
        }

        // MARK: Units

        /// The unit in which a type is sent: always the same, whatever a person prefers to see, so that a sample is the
        /// same each time.
        static func unit(of type: HKQuantityType) -> String? {
            if let unit = unitsOfTypes[type.identifier.replacingOccurrences(of: "HKQuantityTypeIdentifier", with: "")] {
                return unit
            }
            return units.first { type.is(compatibleWith: HKUnit(from: $0)) }
        }

        /// Types for which the unit of their dimension would be a strange one, or which HealthKit's check does not tell apart:
        /// it converts counts to percent.
        private static let unitsOfTypes = [
            "AppleWalkingSteadiness": "%", "AtrialFibrillationBurden": "%", "BloodAlcoholContent": "%",
            "BodyFatPercentage": "%", "OxygenSaturation": "%", "PeripheralPerfusionIndex": "%",
            "WalkingAsymmetryPercentage": "%", "WalkingDoubleSupportPercentage": "%",
            "BodyMass": "kg", "LeanBodyMass": "kg", "RunningVerticalOscillation": "cm",
            "HeartRateVariabilityRMSSD": "ms", "HeartRateVariabilitySDNN": "ms", "RunningGroundContactTime": "ms",
            "DietaryWater": "mL", "EstimatedWorkoutEffortScore": "appleEffortScore",
            "WorkoutEffortScore": "appleEffortScore",
        ]

        /// One of each dimension.
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

    extension WorkoutEvent {
        fileprivate init(_ event: HKWorkoutEvent) {
            self.init(
                type: .number(Double(event.type.rawValue)), startDate: event.dateInterval.start,
                endDate: event.dateInterval.end,
                metadata: event.metadata?.compactMapValues(JSONValue.init(healthKit:)))
        }
    }

    extension JSONValue {
        /// A value of metadata: a text, a number, a truth, a time or a quantity, which is written with its unit.
        fileprivate init?(healthKit value: Any) {
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
