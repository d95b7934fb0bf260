import HealthCore
import Postgres

extension ImportWriter {
    /// Removes the records that the holder may not save, and counts them by type.
    ///
    /// A correlation is refused if one of its samples is refused. A file is not a record. It
    /// becomes part of the samples that name it.
    ///
    /// - Returns: a refusal for each type, and for each name of elements, that is refused for the
    ///   first time.
    func removeRefused(_ batch: inout ImportBatch) -> [ImportRefusal] {
        guard !job.access.writesAll else { return [] }
        var first: [ImportRefusal] = []
        batch.records.removeAll { record in
            guard let (refusal, name) = refusal(of: record, batch.references) else { return false }
            if job.checkpoint.refusedNames.insert(name).inserted {
                first.append(ImportRefusal(refusal, path: fileName, line: nil, element: name))
            }
            return true
        }
        return first
    }

    /// - Returns: the refusal, with the identifier of the type or the name of the element; nil if
    ///   the record is not refused.
    private func refusal(
        of record: ImportedRecord, _ references: SampleReferences
    ) -> (refusal: Refusal, name: String)? {
        switch record.item {
        case .sample(let sample):
            let identifier = references.types[Int(sample.type)].identifier
            var refusal = job.access.refusal(of: identifier, from: sample.start, to: sample.end)
            if case .correlation = sample.content, refusedContents.remove(record.ordinal) != nil, refusal == nil {
                refusal = Refusal(
                    .writeNotGranted, field: "", "a sample in the correlation may not be written",
                    hint: WriteAccess.hint)
            }
            guard let refusal else { return nil }
            if let container = sample.container { refusedContents.insert(container) }
            job.checkpoint.counts.addRefusal(of: sample, references)
            return (refusal, identifier)
        case .element(let name, _, _, _, _):
            guard let refusal = job.access.refusal(ofElementNamed: name) else { return nil }
            job.checkpoint.counts.addRefusal(ofElementNamed: name)
            return (refusal, name)
        case .file: return nil
        }
    }
}
