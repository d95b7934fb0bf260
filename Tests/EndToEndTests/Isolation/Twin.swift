import Foundation

/// One of two people who have the same uuids and ids for everything, and different contents.
struct Twin: Sendable {
    var name: String
    var id: Int32
    /// 0 for Ada, 1 for Bea. All differences between the twins follow from this number.
    var shift: Int

    static let ada = Twin(name: "Ada", id: 1, shift: 0)
    static let bea = Twin(name: "Bea", id: 2, shift: 1)

    /// The person's own uuid, which is part of anchors and exports.
    var uuid: String { "aaaaaaaa-0000-4000-8000-00000000000\(id)" }
    /// `health.change_counter.feed_uuid`, which is part of anchors.
    var feedUUID: String { "bbbbbbbb-0000-4000-8000-00000000000\(id)" }

    /// The id of the person's own holder. The person's other holders have the following ids.
    var holderID: Int32 { 10 * id }

    typealias Object = [String: Any]

    static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Returns a time, which is seven minutes later for Bea.
    ///
    /// - Parameter minute: the minute of the day in UTC. It may be on a later day.
    func time(_ day: Int, _ minute: Int) -> String {
        let minute = minute + 7 * shift
        return "2024-05-\(two(day + minute / 1_440))T\(two(minute / 60 % 24)):\(two(minute % 60)):00Z"
    }

    /// Returns the same time as an export prints it.
    func exportTime(_ day: Int, _ minute: Int) -> String {
        time(day, minute).replacingOccurrences(of: "T", with: " ").replacingOccurrences(of: "Z", with: " +0000")
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Ada's first source is a watch, and her second source is a phone. Bea's sources are in the
    /// opposite order.
    func source(_ index: Int) -> Object {
        let isWatch = index == shift
        let productType = index > 1 ? "Other1,1" : isWatch ? "Watch6,\(1 + shift)" : "iPhone14,\(1 + shift)"
        return [
            "name": "\(name)’s source \(index)", "bundleIdentifier": "com.apple.health.\(name).\(index)",
            "version": "\(10 + shift).\(index)", "productType": productType,
            "operatingSystemVersion": "\(17 + shift).0.0",
        ]
    }

    func device(_ index: Int) -> Object {
        [
            "name": "\(name)’s device \(index)", "manufacturer": "Maker \(shift)",
            "hardwareVersion": "H\(shift),\(index)",
        ]
    }

    var zone: String { ["Europe/Berlin", "Asia/Tokyo"][shift] }
    var otherZone: String { ["Europe/Lisbon", "Asia/Kathmandu"][shift] }
}

/// Samples of a twin. Their uuids are numbered from `next` on.
struct TwinSamples {
    let twin: Twin
    private(set) var objects: [Twin.Object] = []
    private var next: Int

    init(_ twin: Twin, from next: Int) { (self.twin, self.next) = (twin, next) }

    /// - Parameters:
    ///   - source: the number of the source. The device has the same number.
    ///   - minutes: the length of the sample.
    mutating func add(
        _ type: String, _ day: Int, _ minute: Int, _ minutes: Int = 0, source: Int = 0, and fields: Twin.Object = [:]
    ) {
        objects.append(object(type, day, minute, minutes, source: source, and: fields))
    }

    /// Adds a sample that is part of another sample. It has the next uuid.
    mutating func object(
        _ type: String, _ day: Int, _ minute: Int, _ minutes: Int = 0, source: Int = 0, and fields: Twin.Object = [:]
    ) -> Twin.Object {
        defer { next += 1 }
        return [
            "uuid": Twin.uuid(next), "type": type, "startDate": twin.time(day, minute),
            "endDate": twin.time(day, minute + minutes), "source": twin.source(source), "device": twin.device(source),
            "creationDate": twin.time(day, minute + minutes + 1),
        ].merging(fields) { $1 }
    }

    mutating func quantity(
        _ type: String, _ unit: String, _ value: Double, _ day: Int, _ minute: Int, _ minutes: Int = 0, source: Int = 0,
        and fields: Twin.Object = [:]
    ) {
        add(
            type, day, minute, minutes, source: source,
            and: ["value": value + 1_000 * Double(twin.shift), "unit": unit].merging(fields) { $1 })
    }
}

extension Twin {
    static let workout = uuid(1)
    static let route = uuid(2)

    /// A batch with every kind of record that a batch may hold, from 2024-05-01 to 2024-05-05.
    var firstBatch: Object {
        var samples = TwinSamples(self, from: 1)
        addWorkout(to: &samples)
        addMeasurements(to: &samples)
        addSleep(to: &samples)
        addOthers(to: &samples)
        var meals = TwinSamples(self, from: 0x400)
        let sugar = meals.object("dietarySugar", 2, 490, and: ["value": 5 + shift, "unit": "g"])
        meals.add("food", 2, 490, and: ["objects": [sugar]])
        return [
            "samples": samples.objects + meals.objects, "deleted": [Twin.uuid(0xd1)],
            "anchor": [
                "device": "phone", "types": ["stepCount"], "data": Data("\(name)’s anchor".utf8).base64EncodedString(),
            ],
        ]
    }

    private func addWorkout(to samples: inout TwinSamples) {
        samples.add(
            "workout", 1, 600, 60,
            and: [
                "workoutActivityType": ["running", "cycling"][shift], "totalDistance": 5_000 + shift,
                "workoutEvents": [["type": "pause", "date": time(1, 610)], ["type": "resume", "date": time(1, 615)]],
                "workoutActivities": [
                    [
                        "uuid": "first", "workoutActivityType": "running", "startDate": time(1, 600),
                        "endDate": time(1, 630),
                    ]
                ],
            ])
        let location: Object = ["timestamp": time(1, 601), "latitude": 52.5 + Double(shift), "longitude": 13.4]
        // Ada's second revision belongs to her second source, and Bea's belongs to her first
        // source.
        let revision = shift == 0 ? source(1) : source(0).merging(["version": "0"]) { $1 }
        samples.add(
            "workoutRoute", 1, 600, 60,
            and: ["locations": [location], "workout": Twin.workout, "source": revision])
    }

    private func addMeasurements(to samples: inout TwinSamples) {
        for day in 1...4 {
            for hour in 8..<14 {
                let zone: Object = hour == 8 ? ["metadata": ["HKTimeZone": day < 3 ? self.zone : otherZone]] : [:]
                samples.quantity("stepCount", "count", Double(100 + hour), day, hour * 60, 10, and: zone)
                samples.quantity("stepCount", "count", Double(50 + hour), day, hour * 60 + 5, 10 + shift, source: 1)
                samples.quantity("activeEnergyBurned", "kcal", Double(hour), day, hour * 60, 30)
            }
            for half in 0..<24 {
                samples.quantity("heartRate", "count/min", Double(60 + half), day, half * 60 + 30, source: half % 2)
            }
        }
        samples.quantity(ownType, "count", 3, 4, 900)
        samples.quantity("HKQuantityTypeIdentifierOfNoCatalogue", "florps", 7, 2, 700, source: 2)
        samples.quantity("bodyMass", "kg", 70, 2, 420, source: 2, and: ["metadata": ["HKWasUserEntered": true]])
        samples.quantity(
            "bodyMass", "kg", 71, 3, 420, source: 2,
            and: ["metadata": ["HKMetadataKeySyncIdentifier": "scale", "HKMetadataKeySyncVersion": 1 + shift]])
        samples.add(
            "heartRate", 3, 1_000, 5,
            and: [
                "unit": "count/min",
                "quantities": [
                    ["startDate": time(3, 1_000), "value": 90 + 30 * shift],
                    ["startDate": time(3, 1_004), "value": 91 + 30 * shift],
                ],
            ])
        let systolic = samples.object(
            "bloodPressureSystolic", 2, 480, and: ["value": 120 + shift, "unit": "mmHg"])
        let diastolic = samples.object(
            "bloodPressureDiastolic", 2, 480, and: ["value": 80 + shift, "unit": "mmHg"])
        samples.add("bloodPressure", 2, 480, and: ["objects": [systolic, diastolic]])
    }

    private func addSleep(to samples: inout TwinSamples) {
        for day in 1...3 {
            for (index, stage) in [3, 4, 5, 2, 3].enumerated() {
                samples.add(
                    "sleepAnalysis", day, 1_380 + 60 * index, 60, and: ["value": index == 4 && shift == 1 ? 2 : stage])
            }
            samples.add("sleepAnalysis", day, 1_370, 400 + 10 * shift, source: 1, and: ["value": 0])
        }
    }

    private func addOthers(to samples: inout TwinSamples) {
        let (one, number) = (Double(shift), shift)
        samples.add("headache", 2, 540, 30 + shift, and: ["value": 2 + shift])
        samples.quantity(
            "heartRateVariabilitySDNN", "ms", 40, 2, 500, 1,
            and: ["heartbeats": [["timeSinceSeriesStart": 0.5 + one], ["timeSinceSeriesStart": 1.25 + one]]])
        samples.add(
            "heartbeatSeries", 2, 510, 1,
            and: [
                "heartbeats": [
                    ["timeSinceSeriesStart": 0.25 + one, "precededByGap": true], ["timeSinceSeriesStart": 2],
                ]
            ])
        samples.add(
            "electrocardiogram", 2, 520, 1,
            and: [
                "classification": "Rhythm \(number)", "samplingFrequency": 512, "unit": "µV",
                "voltages": [-12.5, 256 + one], "averageHeartRate": 64 + number,
            ])
        samples.add(
            "audiogram", 2, 530, and: ["sensitivityPoints": [["frequency": 250 + number, "leftEarSensitivity": -5.5]]])
        samples.add(
            "visionPrescription", 2, 540,
            and: [
                "prescriptionType": "Glasses \(number)", "rightEye": ["sphere": -1.25 - one],
                "leftEye": ["sphere": one],
            ])
        samples.add(
            "labResultRecord", 2, 550,
            and: [
                "identifier": "\(name)", "fhirVersion": "4.0.1", "resource": ["resourceType": "Observation \(number)"],
            ])
        samples.add(
            "cda", 2, 560,
            and: ["title": "Title \(number)", "custodianName": "\(name)", "documentData": "PGEvPg=="])
        samples.add(
            "medicationDoseEvent", 2, 570,
            and: ["logStatus": 4, "doseQuantity": one, "medication": ["displayText": "Pill of \(name)"]])
        samples.add("gad7", 2, 580, and: ["answers": [0, number], "score": number, "risk": 1])
        samples.add("stateOfMind", 2, 590, and: ["kind": 1, "valence": one / 10, "labels": [number]])
        samples.quantity("distanceWalkingRunning", "km", 3, 1, 600, 40)
    }

    /// A batch with other contents for known uuids, deletions, a refused record, and a sample of a
    /// new day.
    var secondBatch: Object {
        var changed = TwinSamples(self, from: 3)
        changed.quantity("stepCount", "count", 333, 1, 485, 10)
        var new = TwinSamples(self, from: 0x500)
        new.quantity("heartRate", "count/min", 75, 5, 600)
        new.quantity("stepCount", "parsecs", 1, 5, 600)
        // The export has this sample, too.
        new.quantity("stepCount", "count", 10, 6, 500, 1, and: ["source": ["name": "\(name)’s Watch"]])
        return [
            "samples": changed.objects + new.objects, "deleted": [Twin.uuid(8), Twin.uuid(0xd2 + shift)],
        ]
    }

    /// A type of which the other twin has no samples.
    private var ownType: String { ["flightsClimbed", "pushCount"][shift] }

    /// The batch that is posted after figures exist. It makes four changes.
    var lateBatch: Object {
        var samples = TwinSamples(self, from: 0x600)
        samples.quantity("stepCount", "count", 17, 2, 10 * 60 + 20, 5)
        samples.quantity("heartRate", "count/min", 99, 2, 12 * 60 + 45)
        samples.quantity(ownType, "count", 4, 4, 960)
        return ["samples": samples.objects, "deleted": [Twin.uuid(9)]]
    }

    var lines: String {
        get throws {
            var samples = TwinSamples(self, from: 0x700)
            for minute in 0..<3 { samples.quantity("stepCount", "count", 5, 5, 660 + minute, 1, source: 1) }
            return try samples.objects.map { try json($0) + "\n" }.joined() + #"{"uuid": "\#(name)"}"# + "\n"
        }
    }

    /// Samples of the twin's app: one of its own, and one of the first batch with the same content.
    var batchOfApp: Object {
        var samples = TwinSamples(self, from: 0x900)
        samples.quantity("stepCount", "count", 21, 5, 900, 5, source: 1)
        let first = firstBatch["samples"] as? [Object] ?? []
        return ["samples": samples.objects + first.filter { $0["uuid"] as? String == Twin.uuid(4) }]
    }

    /// An export with records of each outcome. Some records are refused, on different lines for
    /// Bea.
    var export: String {
        func record(_ minute: Int, _ value: String, source: String = "Watch") -> String {
            """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(name)’s \(source)" unit="count" \
            startDate="\(exportTime(6, minute))" endDate="\(exportTime(6, minute + 1))" value="\(value)"/>

            """
        }
        let refused = record(400, "many") + record(401, "more")
        return """
            <HealthData locale="en_US"><ExportDate value="\(exportTime(7, 480))"/>
            <Me HKCharacteristicTypeIdentifierDateOfBirth="199\(shift)-02-02" \
            HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
            <ActivitySummary dateComponents="2024-05-01" activeEnergyBurned="10\(shift)" activeEnergyBurnedUnit="kcal"/>

            """ + String(repeating: "\n", count: 5 * shift) + refused
                + (0..<10).map { record(500 + 10 * $0, "\(10 + $0 + 1_000 * shift)") }.joined()
                + record(420 + shift, "none", source: "Ring") + "</HealthData>\n"
    }
}
