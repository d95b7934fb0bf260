#if canImport(HealthKit)
    import CivilTime
    import Foundation
    @preconcurrency import HealthKit

    extension HealthKitStore {
        /// - Throws: HealthKit's error.
        public func characteristic(_ type: String) async throws -> CharacteristicRecord? {
            do {
                switch type.dropFirst(CharacteristicRecord.typePrefix.count) {
                case "DateOfBirth":
                    return record(type, try store.dateOfBirthComponents().civilDate?.iso8601)
                case "BiologicalSex": return record(type, try store.biologicalSex().biologicalSex.rawValue)
                case "BloodType": return record(type, try store.bloodType().bloodType.rawValue)
                case "FitzpatrickSkinType": return record(type, try store.fitzpatrickSkinType().skinType.rawValue)
                case "WheelchairUse": return record(type, try store.wheelchairUse().wheelchairUse.rawValue)
                case "ActivityMoveMode": return record(type, try store.activityMoveMode().activityMoveMode.rawValue)
                default: return nil
                }
            } catch let error as HKError {
                if [.errorAuthorizationNotDetermined, .errorAuthorizationDenied].contains(error.code) { return nil }
                if error.code == .errorNoData { return CharacteristicRecord(type: type, value: nil) }
                throw error
            } catch {
                // HealthKit returns nil without an error for a date of birth that is not set. Swift
                // makes an error of it that is not of HealthKit.
                return CharacteristicRecord(type: type, value: nil)
            }
        }

        private func record(_ type: String, _ rawValue: Int) -> CharacteristicRecord {
            CharacteristicRecord(type: type, value: .number(Double(rawValue)))
        }

        private func record(_ type: String, _ date: String?) -> CharacteristicRecord {
            CharacteristicRecord(type: type, value: date.map { .name($0) })
        }
    }
#endif
