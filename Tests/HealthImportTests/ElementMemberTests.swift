import Foundation
import HealthCore
import Testing

@testable import HealthImport

@Suite("Elements in HealthKit's words")
struct ElementMemberTests {
    private func parts(_ sample: Sample) -> String { String(decoding: sample.parts, as: UTF8.self) }

    // MARK: Heartbeats

    @Test("the beats of a heart rate variability are members with their place behind its start")
    func heartbeats() throws {
        let beats = """
            <HeartRateVariabilityMetadataList>
            <InstantaneousBeatsPerMinute bpm="78" time="8:33:44,67"/>
            <InstantaneousBeatsPerMinute bpm="79" time="soon" gap="1"/>
            <InstantaneousBeatsPerMinute time="8:33:46,00"/>
            </HeartRateVariabilityMetadataList>
            """
        let record = record(
            [
                "type": "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "unit": "ms", "value": "25.5",
                "startDate": "2018-11-19 08:33:39 +0100", "endDate": "2018-11-19 08:34:44 +0100",
            ], content: beats + metadata("a", "b"))
        let export = try ReadExport(body: record + HealthImportTests.record())
        #expect(
            parts(export.samples[0])
                == #"{"heartbeats":[{"beatsPerMinute":78,"time":"8:33:44,67","timeSinceSeriesStart":5.67},"#
                + #"{"beatsPerMinute":79,"time":"soon","gap":"1"},{"time":"8:33:46,00","timeSinceSeriesStart":7.0}]}"#)
        #expect(String(decoding: export.samples[0].metadata, as: UTF8.self) == #"{"a":"b"}"#)
        #expect(export.samples[1].parts.isEmpty)
    }

    @Test("what nobody knows among and inside of the beats is kept as it is")
    func strangeBeats() throws {
        let beats = """
            <HeartRateVariabilityMetadataList><Other x="1"/>\
            <InstantaneousBeatsPerMinute bpm="0x1F" time="08:00:01"><b/>\(metadata("k", "v"))</InstantaneousBeatsPerMinute>\
            </HeartRateVariabilityMetadataList>\
            <HeartRateVariabilityMetadataList unknown="1"><InstantaneousBeatsPerMinute bpm="1"/></HeartRateVariabilityMetadataList>
            """
        let export = try ReadExport(body: record(content: beats))
        #expect(
            parts(export.samples[0]) == """
                {"children":[{"name":"Other","attributes":{"x":"1"}},{"name":"b"},\
                {"name":"MetadataEntry","attributes":{"key":"k","value":"v"}},\
                {"name":"HeartRateVariabilityMetadataList","attributes":{"unknown":"1"},\
                "children":[{"name":"InstantaneousBeatsPerMinute","attributes":{"bpm":"1"}}]}],\
                "heartbeats":[{"beatsPerMinute":"0x1F","time":"08:00:01","timeSinceSeriesStart":1.0}]}
                """)
        #expect(export.samples[0].metadata.isEmpty)
    }

    // MARK: Routes

    @Test("a route is a sample in its workout, with points inline (iOS 11) or in a file, and the digits as they are")
    func routes() throws {
        let inline = """
            <WorkoutRoute sourceName="Phone" sourceVersion="10" creationDate="2016-11-14 07:33:54 -0700" \
            startDate="2016-11-14 07:25:44 -0700" endDate="2016-11-14 07:30:51 -0700">\(metadata("k", "v"))\
            <Location date="2016-11-14 07:25:44 -0700" latitude="37.77770" longitude="-122.426" altitude="1e2" \
            horizontalAccuracy="2.40948" verticalAccuracy="" course="-1" speed="2,5" floor="3"/>\
            <Location date="20161114072545-0700"/><Location date="x"/></WorkoutRoute>
            """
        let file =
            "<WorkoutRoute><FileReference path=\"//workout-routes/./r 1.gpx\"/>"
            + "<FileReference path=\"/2\"/></WorkoutRoute>"
        let export = try ReadExport(body: workout(content: inline + file))
        #expect(export.records.map(\.ordinal) == [1, 2, 0])
        let (first, second) = (export.samples[0], export.samples[1])
        #expect(export.samples.map(\.container) == [0, 0, nil])
        #expect(export.type(of: first).identifier == "HKWorkoutRouteTypeIdentifier")
        #expect(first.start.rfc3339 == "2016-11-14T14:25:44Z" && first.end.rfc3339 == "2016-11-14T14:30:51Z")
        #expect(first.members.creation?.rfc3339 == "2016-11-14T14:33:54Z")
        #expect(export.source(of: first).name == "Phone" && export.source(of: first).version == "10")
        #expect(String(decoding: first.metadata, as: UTF8.self) == #"{"k":"v"}"#)
        #expect(
            parts(first) == """
                {"locations":[{"timestamp":"2016-11-14T14:25:44Z","latitude":37.77770,"longitude":-122.426,\
                "altitude":100.0,"horizontalAccuracy":2.40948,"verticalAccuracy":"","course":-1,"speed":"2,5",\
                "floor":"3"},{"timestamp":"2016-11-14T14:25:45Z"},{"timestamp":"x"}]}
                """)
        #expect(first.file == nil && second.file == "workout-routes/r 1.gpx")
        // Members that the activity does not have are those of its workout.
        #expect(second.start == export.samples[2].start && second.end == export.samples[2].end)
        #expect(export.source(of: second).name == "Watch")
        #expect(
            parts(second) == #"{"children":[{"name":"FileReference","attributes":{"path":"/2"}}],"#
                + #""fileReference":"//workout-routes/./r 1.gpx"}"#)
        #expect(export.samples[2].parts.isEmpty && export.samples[2].file == nil)
        #expect(export.report.samples == 3 && export.report.contained == 2)
    }

    @Test("a route does not change the uuid of its workout, nor the name of its file that of the route")
    func routeIdentity() throws {
        func uuids(_ content: String) throws -> [UUID] { try ReadExport(body: workout(content: content)).uuids }
        let first = try uuids("<WorkoutRoute><FileReference path=\"/a.gpx\"/></WorkoutRoute>")
        #expect(try uuids("").last == first.last)
        #expect(try uuids("<WorkoutRoute sourceVersion=\"2\"><FileReference path=\"/b.gpx\"/></WorkoutRoute>") == first)
        #expect(try uuids("<WorkoutRoute sourceName=\"Other\"/>")[0] != first[0])
    }

    @Test("a route that begins after it ends is refused; the workout is not")
    func refusedRoute() throws {
        let route = "<WorkoutRoute startDate=\"2024-05-01 10:00:00 +0200\" endDate=\"2024-05-01 09:00:00 +0200\"/>"
        let export = try ReadExport(body: workout(content: route) + "<WorkoutRoute sourceName=\"x\"/>")
        #expect(export.samples.count == 1)
        #expect(export.refusals.map(\.element) == ["WorkoutRoute", "WorkoutRoute"])
        #expect(export.refusals.map(\.refusal.code) == [.endBeforeStart, .missingField])
    }

    // MARK: Audiograms

    @Test("an audiogram has points in Hz and dBHL, converted if they are in other units")
    func audiogram() throws {
        let dates = "startDate=\"2024-05-01 10:00:00 +0200\" endDate=\"2024-05-01 10:10:00 +0200\""
        let export = try ReadExport(
            body: """
                <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Ears" \(dates) mood="good">
                <SensitivityPoint frequencyValue="250" frequencyUnit="Hz" leftEarValue="-5.50" leftEarUnit="dBHL" \
                rightEarValue="10" rightEarUnit="dBHL" leftEarMasked="1" rightEarMasked="perhaps" \
                leftEarClampingRangeLowerBound="-10" leftEarClampingRangeUpperBound="90"/>
                <SensitivityPoint frequencyValue="4" frequencyUnit="kHz" leftEarValue="x" rightEarUnit="dBHL"/>
                <SensitivityPoint frequencyValue="8" frequencyUnit="florps"/>
                <Note>text</Note></Audiogram>
                """)
        let sample = try #require(export.samples.first)
        #expect(export.type(of: sample).identifier == "HKDataTypeIdentifierAudiogram")
        #expect(export.source(of: sample).name == "Ears")
        #expect(
            parts(sample) == """
                {"attributes":{"mood":"good"},\
                "children":[{"name":"Note","text":"text"}],"sensitivityPoints":[\
                {"frequency":250,"leftEarSensitivity":-5.50,"leftEarMasked":true,\
                "leftEarClampingRange":{"lowerBound":-10,"upperBound":90},"rightEarSensitivity":10,\
                "rightEarMasked":"perhaps"},\
                {"frequency":4000.0,"leftEarSensitivity":"x","rightEarUnit":"dBHL","sent":{"frequency":"4 kHz"}},\
                {"sent":{"frequency":"8 florps"}}]}
                """)
        let refused = try ReadExport(body: "<Audiogram sourceName=\"Ears\"/>")
        #expect(refused.refusals.map(\.refusal.field) == ["startDate"])
    }

    // MARK: Prescriptions

    @Test("a prescription has HealthKit's lenses, and starts when it was issued")
    func prescription() throws {
        let export = try ReadExport(
            body: """
                <VisionPrescription type="Glasses" dateIssued="2024-05-01 10:00:00 +0200" \
                expirationDate="2026-05-01 10:00:00 +0200" brand="B" device="&lt;&lt;HKDevice: 0x1&gt;, name:D&gt;">
                <RightEye sphere="-1.25" sphereUnit="D" cylinder="0.5" cylinderUnit="D" axis="90" axisUnit="deg" add="1" \
                addUnit="D" vertex="1.4" vertexUnit="cm" prismAmount="2" prismAmountUnit="pD" prismAngle="45" \
                prismAngleUnit="deg" farPD="32" farPDUnit="mm" nearPD="30" nearPDUnit="mm" tint="blue"/>
                <LeftEye baseCurve="8.6" baseCurveUnit="mm" diameter="14.2" diameterUnit="mm"/>
                <LeftEye sphere="9"/>
                <Attachment identifier="A"/><Attachment identifier="B"/>
                </VisionPrescription>
                <VisionPrescription type="Contacts" dateIssued="2024-05-01 10:00:00 +0200" expirationDate="never"/>
                <VisionPrescription type="Contacts"/>
                """)
        let sample = try #require(export.samples.first)
        #expect(export.type(of: sample).identifier == "HKVisionPrescriptionTypeIdentifier")
        #expect(sample.start.rfc3339 == "2024-05-01T08:00:00Z" && sample.end == sample.start)
        #expect(export.device(of: sample)?.name == "D")
        #expect(
            parts(sample) == """
                {"children":[{"name":"LeftEye","attributes":{"sphere":"9"}}],\
                "prescriptionType":"Glasses","expirationDate":"2026-05-01T08:00:00Z","brand":"B",\
                "attachments":[{"identifier":"A"},{"identifier":"B"}],\
                "rightEye":{"sphere":-1.25,"cylinder":0.5,"axis":90,"addPower":1,"vertexDistance":14.0,\
                "farPupillaryDistance":32,"nearPupillaryDistance":30,"prism":{"amount":2,"angle":45},"tint":"blue",\
                "sent":{"vertexDistance":"1.4 cm"}},"leftEye":{"baseCurve":8.6,"diameter":14.2}}
                """)
        // Glasses and contact lenses of one day are two prescriptions.
        #expect(Set(export.uuids).count == 2)
        #expect(parts(export.samples[1]) == #"{"prescriptionType":"Contacts","expirationDate":"never"}"#)
        #expect(export.refusals.map(\.refusal.field) == ["dateIssued"])
    }

    // MARK: Clinical records

    @Test("clinical records are samples of their types, told apart by their identifiers")
    func clinicalRecords() throws {
        func clinical(_ changes: String) -> String {
            "<ClinicalRecord \(changes) sourceName=\"Clinic\" sourceURL=\"https://x/1\" fhirVersion=\"4.0.1\" "
                + "receivedDate=\"2024-05-01 10:00:00 +0200\" resourceFilePath=\"/clinical-records/a.json\"/>"
        }
        let type = "type=\"HKClinicalTypeIdentifierLabResultRecord\""
        let export = try ReadExport(
            body: clinical("\(type) identifier=\"1\"") + clinical("\(type) identifier=\"2\"") + clinical("")
                + clinical("type=\"HKQuantityTypeIdentifierStepCount\"")
                + clinical("type=\"HKClinicalTypeIdentifierFutureRecord\"")
                + "<ClinicalRecord \(type) receivedDate=\"yesterday\"/>")
        let sample = try #require(export.samples.first)
        #expect(export.type(of: sample).catalogued?.shortName == "labResultRecord")
        #expect(sample.start.rfc3339 == "2024-05-01T08:00:00Z" && sample.end == sample.start)
        #expect(export.source(of: sample).name == "Clinic")
        #expect(sample.file == "clinical-records/a.json")
        #expect(
            parts(sample) == #"{"identifier":"1","sourceURL":"https://x/1","fhirVersion":"4.0.1","#
                + #""resourceFilePath":"/clinical-records/a.json"}"#)
        #expect(export.samples.map { export.type(of: $0).kind } == [.other, .other, .other])
        #expect(Set(export.uuids).count == 3)
        #expect(
            export.refusals.map { "\($0.refusal.field) \($0.refusal.code)" } == [
                "type missingField", "type wrongKind", "receivedDate malformedDate",
            ])
    }

    // MARK: Elements with keys

    @Test("an activity summary has its day as key, Me an empty one; both know when they were exported")
    func keys() throws {
        let export = try ReadExport(
            body: """
                <ExportDate value="2024-06-01 08:00:00 +0200"/><Me HKCharacteristicTypeIdentifierDateOfBirth=""/>
                <ActivitySummary dateComponents="2024-05-01" appleStandHours="9"/>
                <ActivitySummary dateComponents="2024-05-01" appleStandHours="10"/>
                <ActivitySummary dateComponents="2024-02-30"/><ActivitySummary/><Other/>
                """)
        let keys = export.records.map { record -> String? in
            guard case .element(_, _, let key, let exportedAt, _) = record.item else { return "no element" }
            #expect(exportedAt?.rfc3339 == "2024-06-01T06:00:00Z")
            return key
        }
        #expect(keys == ["", "2024-05-01", "2024-05-01", nil, nil, nil])
        #expect(export.uuids[1] == export.uuids[2])
        #expect(Set(export.uuids).count == 5)
        let later = try ReadExport(body: "<ActivitySummary dateComponents=\"2024-05-01\" appleStandHours=\"11\"/>")
        #expect(later.uuids == [export.uuids[1]])
    }
}
