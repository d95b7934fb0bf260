#if canImport(HealthKit) && !os(watchOS)
    import Foundation
    @preconcurrency import HealthKit

    /// Clinical records and documents, which watchOS does not have.
    extension HealthKitStore {
        /// Adds the FHIR resource of a clinical record.
        ///
        /// - Throws: `HealthstoreError` `refused` without a resource that the service accepts.
        func addResource(of sample: HKClinicalRecord, to record: inout SampleRecord) throws {
            guard let resource = sample.fhirResource else {
                throw HealthstoreError(.refused, "HealthKit has no FHIR resource of it")
            }
            record.clinicalRecord?.resource = try ClinicalRecord.resource(resource.data)
        }

        /// Adds the content of a document, which HealthKit returns only in a query of documents.
        ///
        /// - Throws: HealthKit's error, `CancellationError`, or `HealthstoreError`
        ///   `storeUnavailable` for a document that the person has not shared, or that does not
        ///   arrive in time.
        func addDocument(of sample: HKSample, to record: inout SampleRecord) async throws {
            let uuid = sample.uuid
            // A query waits for a person whom HealthKit asks. In the background it cannot ask.
            record.clinicalDocument = try await withThrowingTaskGroup(of: ClinicalDocument?.self) { group in
                group.addTask { try await document(uuid) }
                group.addTask {
                    try await Task.sleep(for: HealthKitStore.documentTimeMax)
                    throw HealthstoreError(
                        .storeUnavailable,
                        "HealthKit did not return the document in \(HealthKitStore.documentTimeMax)")
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            guard record.clinicalDocument?.documentData != nil else {
                throw HealthstoreError(.storeUnavailable, "the person has not shared the document with the app")
            }
        }

        /// The time that HealthKit has to return a document, after which it is left out.
        private static let documentTimeMax = Duration.seconds(60)

        private func document(_ uuid: UUID) async throws -> ClinicalDocument? {
            let predicate = HKQuery.predicateForObject(with: uuid)
            var content: ClinicalDocument?
            for try await case let sample as HKCDADocumentSample in documents(predicate, withData: true) {
                guard let document = sample.document else { continue }
                content = ClinicalDocument(
                    title: document.title, patientName: document.patientName, authorName: document.authorName,
                    custodianName: document.custodianName)
                content?.documentData = document.documentData
            }
            // A cancelled stream ends without an error.
            try Task.checkCancellation()
            return content
        }

        /// Returns the documents that match a predicate.
        func documents(
            _ predicate: NSPredicate?, withData: Bool
        ) -> AsyncThrowingStream<HKDocumentSample, any Error> {
            AsyncThrowingStream { continuation in
                guard let type = HKObjectType.documentType(forIdentifier: .CDA) else { return continuation.finish() }
                let query = HKDocumentQuery(
                    documentType: type, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: nil,
                    includeDocumentData: withData
                ) { _, samples, isDone, error in
                    for sample in samples ?? [] { continuation.yield(sample) }
                    if isDone || error != nil { continuation.finish(throwing: error) }
                }
                continuation.onTermination = { [store] _ in store.stop(query) }
                store.execute(query)
            }
        }
    }

    extension ClinicalRecord {
        /// Reads everything except the FHIR resource.
        init(_ sample: HKClinicalRecord) {
            self.init()
            displayName = sample.displayName
            identifier = sample.fhirResource?.identifier
            sourceURL = sample.fhirResource?.sourceURL?.absoluteString
            fhirVersion = sample.fhirResource?.fhirVersion.stringRepresentation
        }
    }
#endif
