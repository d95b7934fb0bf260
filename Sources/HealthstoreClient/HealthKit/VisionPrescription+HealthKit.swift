#if canImport(HealthKit)
    import Foundation
    @preconcurrency import HealthKit

    extension VisionPrescription {
        /// Reads everything except the attachments.
        init(_ sample: HKVisionPrescription) {
            self.init()
            prescriptionType =
                VisionPrescription.types[sample.prescriptionType.rawValue] ?? String(sample.prescriptionType.rawValue)
            expirationDate = sample.expirationDate
            if let glasses = sample as? HKGlassesPrescription {
                rightEye = glasses.rightEye.map(Lens.init)
                leftEye = glasses.leftEye.map(Lens.init)
            } else if let contacts = sample as? HKContactsPrescription {
                rightEye = contacts.rightEye.map(Lens.init)
                leftEye = contacts.leftEye.map(Lens.init)
                brand = contacts.brand
            }
        }

        /// The names of an export.
        private static let types: [UInt: String] = [1: "Glasses", 2: "Contacts"]
    }

    extension VisionPrescription.Lens {
        private static let millimetre = HKUnit.meterUnit(with: .milli)

        private init(anyLens lens: HKLensSpecification) {
            self.init()
            sphere = lens.sphere.doubleValue(for: .diopter())
            cylinder = lens.cylinder?.doubleValue(for: .diopter())
            axis = lens.axis?.doubleValue(for: .degreeAngle())
            addPower = lens.addPower?.doubleValue(for: .diopter())
        }

        fileprivate init(_ lens: HKGlassesLensSpecification) {
            self.init(anyLens: lens)
            vertexDistance = lens.vertexDistance?.doubleValue(for: Self.millimetre)
            prism = lens.prism.map { prism in
                VisionPrescription.Prism(
                    amount: prism.amount.doubleValue(for: .prismDiopter()),
                    angle: prism.angle.doubleValue(for: .degreeAngle()))
            }
            farPupillaryDistance = lens.farPupillaryDistance?.doubleValue(for: Self.millimetre)
            nearPupillaryDistance = lens.nearPupillaryDistance?.doubleValue(for: Self.millimetre)
        }

        fileprivate init(_ lens: HKContactsLensSpecification) {
            self.init(anyLens: lens)
            baseCurve = lens.baseCurve?.doubleValue(for: Self.millimetre)
            diameter = lens.diameter?.doubleValue(for: Self.millimetre)
        }
    }
#endif
