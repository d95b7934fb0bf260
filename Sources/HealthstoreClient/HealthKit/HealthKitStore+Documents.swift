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
        /// - Throws: HealthKit's error, or `HealthstoreError` `refused` for a document that the
        ///   person has not shared.
        func addDocument(of sample: HKSample, to record: inout SampleRecord) async throws {
            let predicate = HKQuery.predicateForObject(with: sample.uuid)
            for try await case let found as HKCDADocumentSample in documents(predicate, withData: true) {
                guard let document = found.document else { continue }
                record.clinicalDocument = ClinicalDocument(
                    title: document.title, patientName: document.patientName, authorName: document.authorName,
                    custodianName: document.custodianName)
                record.clinicalDocument?.documentData = document.documentData
            }
            guard record.clinicalDocument?.documentData != nil else {
                throw HealthstoreError(.refused, "the person has not shared the document with the app")
            }
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
