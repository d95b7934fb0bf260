import Foundation
import Postgres
import TestSupport
import Testing

@testable import HealthstoreClient

/// Tests prescriptions, assessments, doses, clinical records and documents against the service.
@Suite struct ClinicalSampleTests {
    // MARK: Samples

    private static let glasses: SampleRecord = {
        var sample = SampleRecordTests.plain("HKVisionPrescriptionTypeIdentifier")
        sample.endDate = sample.startDate
        var prescription = VisionPrescription()
        prescription.prescriptionType = "Glasses"
        prescription.expirationDate = Date(timeIntervalSince1970: 1_714_644_000)
        var right = VisionPrescription.Lens()
        (right.sphere, right.cylinder, right.axis, right.addPower) = (-1.25, 0.5, 90, 1)
        (right.vertexDistance, right.farPupillaryDistance, right.nearPupillaryDistance) = (14, 32, 30)
        right.prism = VisionPrescription.Prism(amount: 2, angle: 45)
        prescription.rightEye = right
        prescription.attachments = [VisionPrescription.Attachment(identifier: "A")]
        sample.visionPrescription = prescription
        return sample
    }()

    private static let contacts: SampleRecord = {
        var sample = SampleRecordTests.plain("HKVisionPrescriptionTypeIdentifier")
        sample.startDate += 60
        sample.endDate = sample.startDate
        var prescription = VisionPrescription()
        (prescription.prescriptionType, prescription.brand) = ("Contacts", "B")
        var left = VisionPrescription.Lens()
        (left.sphere, left.baseCurve, left.diameter) = (-3.5, 8.6, 14.2)
        prescription.leftEye = left
        sample.visionPrescription = prescription
        return sample
    }()

    private static let labResult: SampleRecord = {
        var sample = SampleRecordTests.plain("HKClinicalTypeIdentifierLabResultRecord")
        sample.endDate = sample.startDate
        var record = ClinicalRecord()
        (record.displayName, record.identifier) = ("HbA1c", "1")
        (record.sourceURL, record.fhirVersion) = ("https://clinic.example/Observation/1", "4.0.1")
        record.resource = .object([
            "resourceType": .string("Observation"), "valueQuantity": .object(["value": .number(6.3)]),
            "note": .array([.string("größer\n\"gut\"")]),
        ])
        sample.clinicalRecord = record
        return sample
    }()

    private static func document(byteCount: Int) -> SampleRecord {
        var sample = SampleRecordTests.plain("HKDocumentTypeIdentifierCDA")
        sample.clinicalDocument = ClinicalDocument(
            title: "Summary", patientName: "Ada", authorName: "Dr. B", custodianName: "Clinic")
        sample.clinicalDocument?.documentData = Data("<ClinicalDocument/>".utf8) + Data(count: byteCount)
        return sample
    }

    private static let others: [SampleRecord] = {
        var anxiety = SampleRecordTests.plain("HKScoredAssessmentTypeIdentifierGAD7")
        anxiety.scoredAssessment = ScoredAssessment(answers: [0, 1, 2, 3, 0, 1, 2], score: 9, risk: 2)
        var depression = SampleRecordTests.plain("HKScoredAssessmentTypeIdentifierPHQ9")
        depression.scoredAssessment = ScoredAssessment(answers: [0, 1, 2, 3, 0, 1, 2, 0, 4], score: 9, risk: 2)
        var dose = SampleRecordTests.plain("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent")
        var event = MedicationDose(logStatus: 4, scheduleType: 2)
        (event.scheduledDate, event.scheduledDoseQuantity, event.doseQuantity) = (dose.startDate - 60, 1, 0.5)
        event.medicationConceptIdentifier = "YnBsaXN0"
        var medication = MedicationDose.Medication(displayText: "Ibuprofen 400 mg")
        (medication.generalForm, medication.nickname) = ("tablet", "Head")
        medication.relatedCodings = [
            MedicationDose.Coding(system: "http://www.nlm.nih.gov/research/umls/rxnorm", version: nil, code: "5640")
        ]
        event.medication = medication
        (dose.medicationDose, dose.unit) = (event, "count")
        return [anxiety, depression, dose, document(byteCount: 0)]
    }()

    /// The rows of a statement with one text column.
    private static func rows(_ statement: String, _ service: LiveService) throws -> [String] {
        try Session(conninfo: service.conninfo).execute(statement, []).map {
            var row = $0
            return try row.text()
        }
    }

    // MARK: Tests

    @Test("the service keeps prescriptions, assessments, doses, clinical records and documents, and returns them")
    func kinds() async throws {
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            let samples = [Self.glasses, Self.contacts, Self.labResult] + Self.others
            for sample in samples {
                #expect(try JSONDecoder().decode(SampleRecord.self, from: try BatchBody.line(sample)) == sample)
            }
            let receipt = try await client.post(samples)
            #expect(receipt.rejected == [] && receipt.inserted == samples.count)
            #expect(try await client.post(samples).unchanged == samples.count)
            for sample in samples {
                let stored = try #require(try await service.samples(sample.type).first { $0.uuid == sample.uuid })
                #expect(stored.visionPrescription == sample.visionPrescription)
                #expect(stored.scoredAssessment == sample.scoredAssessment)
                #expect(stored.medicationDose == sample.medicationDose && stored.unit == sample.unit)
                #expect(stored.clinicalRecord == sample.clinicalRecord)
                #expect(stored.clinicalDocument == sample.clinicalDocument)
            }
        }
    }

    @Test("prescriptions and clinical records of an export are recognised, and read like those of the phone")
    func export() async throws {
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            _ = try await client.post([Self.glasses, Self.contacts, Self.labResult])
            try await withTemporaryDirectory { directory in
                let file = URL(fileURLWithPath: directory).appendingPathComponent("export.xml")
                let records = file.deletingLastPathComponent().appendingPathComponent("clinical-records")
                try FileManager.default.createDirectory(at: records, withIntermediateDirectories: true)
                try Data(Self.exportXML.utf8).write(to: file)
                try JSONEncoder().encode(Self.labResult.clinicalRecord?.resource)
                    .write(to: records.appendingPathComponent("a.json"))
                let connection = ["--database-url", service.conninfo]
                let program = try Command.product()
                _ = try await Command.run(program, ["person", "add", "Bob"] + connection)
                for person in ["Ada", "Bob"] {
                    let command = try await Command.run(
                        program, ["import", file.path, "--person", person] + connection)
                    #expect(command.status == 0, "\(command.errors)")
                }
            }
            let prescriptions = try await service.samples(Self.glasses.type)
            #expect(prescriptions.map(\.uuid) == [Self.glasses.uuid, Self.contacts.uuid])
            #expect(try await service.samples(Self.labResult.type).map(\.uuid) == [Self.labResult.uuid])
            for view in [
                """
                eye, prescription_type, expiration_date, brand, sphere, cylinder, axis, add_power, vertex_distance,
                prism_amount, prism_angle, far_pupillary_distance, near_pupillary_distance, base_curve, diameter
                from health.vision_prescription
                """, "type, identifier, source_url, fhir_version, resource_type, resource from health.clinical_record",
            ] {
                func rows(_ person: String) throws -> [String] {
                    try Self.rows(
                        "select row::text from (select \(view) where person = '\(person)' order by 1, 2) row", service)
                }
                #expect(try rows("Ada") == rows("Bob"))
                #expect(try rows("Bob").count == (view.contains("eye") ? 4 : 1))
            }
        }
    }

    /// The samples above as an export writes them, in whole seconds.
    private static let exportXML = """
        <HealthData locale="en_GB"><ExportDate value="2024-06-01 08:00:00 +0000"/>
        <VisionPrescription type="Glasses" dateIssued="2024-05-01 10:00:00 +0000" \
        expirationDate="2024-05-02 10:00:00 +0000" sourceName="Ada’s Watch">
        <RightEye sphere="-1.25" sphereUnit="D" cylinder="0.5" cylinderUnit="D" axis="90" axisUnit="deg" add="1" \
        addUnit="D" vertex="14" vertexUnit="mm" prismAmount="2" prismAmountUnit="pD" prismAngle="45" \
        prismAngleUnit="deg" farPD="32" farPDUnit="mm" nearPD="30" nearPDUnit="mm"/><Attachment identifier="A"/>
        </VisionPrescription>
        <VisionPrescription type="Contacts" dateIssued="2024-05-01 10:01:00 +0000" brand="B" \
        sourceName="Ada’s Watch"><LeftEye sphere="-3.5" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm" \
        diameter="14.2" diameterUnit="mm"/></VisionPrescription>
        <ClinicalRecord type="HKClinicalTypeIdentifierLabResultRecord" identifier="1" sourceName="Ada’s Watch" \
        sourceURL="https://clinic.example/Observation/1" fhirVersion="4.0.1" \
        receivedDate="2024-05-01 10:00:00 +0000" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        """

    @Test("a sample that is too long with its document is sent without it, and an event names the limit")
    func longDocument() async throws {
        try await SyncBench.live { bench, service in
            let limit = SyncConfiguration.recordBytesMax
            let other = try BatchBody.line(Self.document(byteCount: 0)).count
            // Base64 has 4 characters for 3 bytes.
            let fitting = Self.document(byteCount: (limit - other) / 4 * 3 - 3)
            let (long, small) = (Self.document(byteCount: limit), Self.document(byteCount: 10))
            // The longest sample that fits takes seconds in the service.
            bench.phone.save((LongRun.isOn ? [fitting] : []) + [long, small])
            let engine = bench.engine(
                URLSessionTransport(), address: try await service.address, token: service.token,
                types: [fitting.type])
            try await engine.syncNow()
            let failures = bench.events.all.compactMap { event -> String? in
                switch event {
                case .incomplete(let uuid, let type, let reason): "\(uuid) \(type) \(reason)"
                case .rejected, .quarantined, .failed, .full: "\(event)"
                default: nil
                }
            }
            #expect(
                failures == [
                    "\(long.uuid) \(long.type) the sample has \(try BatchBody.line(long).count) bytes of JSON, "
                        + "and the service takes at most \(limit)"
                ])
            #expect(try bench.outbox().entries.isEmpty && bench.outbox().quarantinedNames().isEmpty)
            let samples = try await service.samples(fitting.type)
            let stored = samples.reduce(into: [:]) { $0[$1.uuid] = $1.clinicalDocument }
            #expect(!LongRun.isOn || stored[fitting.uuid] == fitting.clinicalDocument)
            #expect(stored[small.uuid] == small.clinicalDocument)
            #expect(stored[long.uuid]?.title == "Summary" && stored[long.uuid]?.documentData == nil)
        }
    }

    @Test("a sample that is too long without its parts is an event, and the others are sent")
    func longMetadata() async throws {
        try await SyncBench.with { bench in
            var samples = bench.save(3)
            samples[1].metadata = ["note": .string(String(repeating: "x", count: SyncConfiguration.recordBytesMax))]
            bench.phone.save([samples[1]])
            let transport = ScriptedTransport()
            try await bench.engine(transport).syncNow()
            #expect(
                Set(transport.sent.flatMap(\.samples))
                    == [samples[0].uuid.uuidString.lowercased(), samples[2].uuid.uuidString.lowercased()])
            #expect(bench.rejected.map(\.uuid) == [samples[1].uuid] && bench.rejected.map(\.code) == ["too_large"])
            #expect(bench.rejected.first?.message.contains("at most \(SyncConfiguration.recordBytesMax)") == true)
        }
    }

    @Test("a FHIR resource that would make the service refuse the whole batch is not sent")
    func brokenResources() async throws {
        func nested(_ depth: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: depth - 1) + "1" + String(repeating: "]", count: depth - 1) + "}"
        }
        for (json, reason) in [
            ("", "is not JSON"), ("{", "is not JSON"), (#"{"a":1e999}"#, "no double"),
            (#"{"a":"\ud800"}"#, "is not JSON"),
            ("[1]", "no JSON object"), ("1", "no JSON object"), (nested(61), "more than 60 levels"),
        ] {
            let error = try #require(throws: HealthstoreError.self) { try ClinicalRecord.resource(Data(json.utf8)) }
            #expect(error.message.contains(reason), "\(json)")
        }
        try await LiveService.with { service in
            let client = HealthstoreClient(address: try await service.address, token: service.token)
            var (deep, null) = (Self.labResult, Self.labResult)
            (deep.uuid, null.uuid) = (UUID(), UUID())
            deep.clinicalRecord?.resource = try ClinicalRecord.resource(Data(nested(60).utf8))
            // The service refuses this record only.
            null.clinicalRecord?.resource = try ClinicalRecord.resource(Data(#"{"a":"\u0000"}"#.utf8))
            let receipt = try await client.post([deep, null, Self.labResult])
            #expect(receipt.inserted == 2 && receipt.rejected.map(\.index) == [1])
            #expect(receipt.rejected.first?.message.contains("U+0000") == true)
        }
    }
}
