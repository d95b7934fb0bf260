#if canImport(HealthKit)
    import CoreLocation
    import Foundation
    @preconcurrency import HealthKit

    extension HealthKitStore {
        /// The maximum number of parts of one sample, such as locations of a route. It is the
        /// service's limit for a series.
        static let partsMax = 100_000
        /// The number of parts of all samples in a page above which the page is read again with
        /// half the samples. A page of one sample is never read again.
        static let partsPerPage = 100_000

        /// The number of bytes of all FHIR resources in a page above which the page is read again
        /// with half the samples.
        static let resourceBytesPerPage = 8 << 20

        /// The maximum number of samples in a page. A document may have megabytes, and its page is
        /// in memory. HealthKit returns clinical records together with their resources.
        static func samplesPerPage(of type: String) -> Int {
            if type == documentType { return 1 }
            return type.hasPrefix(clinicalTypePrefix) ? 50 : .max
        }

        static func isTooLarge(_ samples: [HKSample]) -> Bool {
            #if !os(watchOS)
                let resourceBytes = samples.reduce(0) { count, sample in
                    count + ((sample as? HKClinicalRecord)?.fhirResource?.data.count ?? 0)
                }
                guard resourceBytes <= resourceBytesPerPage else { return true }
            #endif
            return partCount(of: samples) > partsPerPage
        }

        /// The number of parts that are read for the samples in further queries.
        private static func partCount(of samples: [HKSample]) -> Int {
            samples.reduce(0) { count, sample in
                switch sample {
                case let sample as HKQuantitySample: count + (sample.count > 1 ? sample.count : 0)
                case let sample as HKSeriesSample: count + sample.count
                case let sample as HKElectrocardiogram: count + sample.numberOfVoltageMeasurements
                default: count
                }
            }
        }

        func records(_ samples: [HKSample]) async throws -> [SampleRecord] {
            var records: [SampleRecord] = []
            records.reserveCapacity(samples.count)
            let medications = try await medicationList(for: samples)
            for sample in samples {
                var record = SampleRecord(sample)
                do { try await addDetails(of: sample, to: &record, medications) } catch let error as HKError
                    where error.code == .errorDatabaseInaccessible
                {
                    throw error
                } catch let error as CancellationError {
                    throw error
                } catch let error as HealthstoreError {
                    record.incompleteReason = error.message
                    record.mayBecomeComplete = error.isTransient
                } catch {
                    // An unreadable series must not block the samples after it.
                    let error = error as NSError
                    record.incompleteReason = "HealthKit does not return its parts (\(error.domain) \(error.code))"
                    record.mayBecomeComplete = true
                }
                records.append(record)
            }
            return records
        }

        /// Adds data that HealthKit returns only in further queries.
        private func addDetails(
            of sample: HKSample, to record: inout SampleRecord, _ medications: MedicationList?
        ) async throws {
            switch sample {
            case let sample as HKQuantitySample:
                record.workout = try await ratedWorkout(of: sample)
                guard sample.count > 1, let unitString = record.unit else { return }
                let unit = HKUnit(from: unitString)
                let query = HKQuantitySeriesSampleQueryDescriptor(
                    predicate: .quantitySample(
                        type: sample.quantityType, predicate: HKQuery.predicateForObject(with: sample.uuid)))
                let quantities = try await parts(query.results(for: store)) { result in
                    SeriesQuantity(
                        startDate: result.dateInterval.start, endDate: result.dateInterval.end,
                        value: result.quantity.doubleValue(for: unit))
                }
                if !quantities.isEmpty { record.quantities = quantities }
            case let route as HKWorkoutRoute:
                record.workout = try await workout(of: route)
                let query = HKWorkoutRouteQueryDescriptor(route)
                record.locations = try await parts(query.results(for: store), RouteLocation.init)
            case let series as HKHeartbeatSeriesSample:
                let query = HKHeartbeatSeriesQueryDescriptor(series)
                record.heartbeats = try await parts(query.results(for: store)) { beat in
                    Heartbeat(timeSinceSeriesStart: beat.timeIntervalSinceStart, precededByGap: beat.precededByGap)
                }
            case let sample as HKElectrocardiogram:
                let query = HKElectrocardiogramQueryDescriptor(sample)
                let unit = HKUnit.voltUnit(with: .micro)
                record.electrocardiogram?.voltages = try await parts(query.results(for: store)) { measurement in
                    measurement.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: unit)
                }
            case let prescription as HKVisionPrescription:
                let attachments = try await HKAttachmentStore(healthStore: store).attachments(for: prescription)
                guard !attachments.isEmpty else { return }
                record.visionPrescription?.attachments = attachments.map(\.identifier.uuidString).sorted()
                    .map(VisionPrescription.Attachment.init)
            default:
                #if !os(watchOS)
                    if let sample = sample as? HKClinicalRecord { return try addResource(of: sample, to: &record) }
                    if sample is HKCDADocumentSample { return try await addDocument(of: sample, to: &record) }
                #endif
                try medications?.addMedication(of: sample, to: &record)
            }
        }

        /// - Throws: HealthKit's error, or `HealthstoreError` `tooLarge` for more than `partsMax`
        ///   parts.
        private func parts<Results: AsyncSequence, Part>(
            _ results: Results, _ part: (Results.Element) -> Part
        ) async throws -> [Part] {
            var parts: [Part] = []
            for try await result in results {
                guard parts.count < HealthKitStore.partsMax else {
                    throw HealthstoreError(.tooLarge, "the sample has more than \(HealthKitStore.partsMax) parts")
                }
                parts.append(part(result))
            }
            return parts
        }
    }

    extension RouteLocation {
        fileprivate init(_ location: CLLocation) {
            self.init(
                timestamp: location.timestamp, latitude: location.coordinate.latitude,
                longitude: location.coordinate.longitude)
            altitude = location.altitude
            horizontalAccuracy = location.horizontalAccuracy
            verticalAccuracy = location.verticalAccuracy
            speed = location.speed
            course = location.course
        }
    }

    extension Electrocardiogram {
        /// Reads everything except the voltages.
        init(_ sample: HKElectrocardiogram) {
            self.init()
            classificationValue = sample.classification.rawValue
            classification = Electrocardiogram.classifications[sample.classification.rawValue]
            symptoms = Electrocardiogram.symptomsStatuses[sample.symptomsStatus.rawValue]
            averageHeartRate = sample.averageHeartRate?.doubleValue(for: .count().unitDivided(by: .minute()))
            samplingFrequency = sample.samplingFrequency?.doubleValue(for: .hertz())
            lead = "appleWatchSimilarToLeadI"
        }

        private static let classifications = [
            0: "notSet", 1: "sinusRhythm", 2: "atrialFibrillation", 3: "inconclusiveLowHeartRate",
            4: "inconclusiveHighHeartRate", 5: "inconclusivePoorReading", 6: "inconclusiveOther", 100: "unrecognized",
        ]
        private static let symptomsStatuses = [0: "notSet", 1: "none", 2: "present"]
    }

    extension SensitivityPoint {
        init(_ point: HKAudiogramSensitivityPoint) {
            self.init(frequency: point.frequency.doubleValue(for: .hertz()))
            guard #available(iOS 18.1, macOS 15.1, watchOS 11.1, *) else {
                leftEarSensitivity = point.leftEarSensitivity?.doubleValue(for: .decibelHearingLevel())
                rightEarSensitivity = point.rightEarSensitivity?.doubleValue(for: .decibelHearingLevel())
                return
            }
            for test in point.tests { add(test) }
        }

        @available(iOS 18.1, macOS 15.1, watchOS 11.1, *)
        private mutating func add(_ test: HKAudiogramSensitivityTest) {
            let sensitivity = test.sensitivity.doubleValue(for: .decibelHearingLevel())
            let range = test.clampingRange.map { range in
                ClampingRange(
                    lowerBound: range.lowerBound?.doubleValue(for: .decibelHearingLevel()),
                    upperBound: range.upperBound?.doubleValue(for: .decibelHearingLevel()))
            }
            if test.side == .left, test.type == .air, leftEarSensitivity == nil {
                (leftEarSensitivity, leftEarMasked, leftEarClampingRange) = (sensitivity, test.masked, range)
            } else if test.side == .right, test.type == .air, rightEarSensitivity == nil {
                (rightEarSensitivity, rightEarMasked, rightEarClampingRange) = (sensitivity, test.masked, range)
            } else {
                var further = FurtherTest(
                    side: test.side.rawValue, conductionType: test.type.rawValue, sensitivity: sensitivity,
                    isMasked: test.masked)
                further.clampingRange = range
                furtherTests = (furtherTests ?? []) + [further]
            }
        }
    }

    @available(iOS 18.0, macOS 15.0, watchOS 11.0, *)
    extension StateOfMind {
        init(_ sample: HKStateOfMind) {
            self.init(
                kind: sample.kind.rawValue, valence: sample.valence,
                valenceClassification: sample.valenceClassification.rawValue,
                labels: sample.labels.map(\.rawValue), associations: sample.associations.map(\.rawValue))
        }
    }
#endif
