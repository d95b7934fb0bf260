import Foundation
import TestSupport

/// The batches that several clients deliver. They add new samples, and delete samples of any batch,
/// sent before or not.
///
/// A deletion applies whether it comes before or after its sample, and also deletes the samples in
/// a correlation. So the order of the deliveries does not matter.
struct DeliveryPlan: Sendable {
    struct Batch: Sendable {
        let number: Int
        /// The samples of the batch. No batch deletes the first sample, so it shows whether the
        /// batch is stored.
        var samples: [Sample] = []
        var deleted: [String] = []
        /// The value of `Idempotency-Key`.
        var key: String?
        /// True if the batch is sent once, and the client does not wait for a receipt.
        var isAbandoned = false
        var isAtomic = false
        var body = ""

        var uuids: [String] { samples.flatMap { [$0.uuid] + $0.objects } }
    }

    struct Sample: Sendable {
        var uuid: String
        /// The uuids of the samples in a correlation.
        var objects: [String] = []
    }

    let batches: [Batch]
    /// Indices of `batches` for each client. Some batches are delivered more than once and by
    /// several clients.
    let deliveries: [[Int]]

    static let clients = 5
    private static let batchesOfOne = 14
    static let types = ["stepCount", "bloodPressure"]

    let seed: UInt64

    init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededGenerator(seed)
        var batches = (0..<DeliveryPlan.clients * DeliveryPlan.batchesOfOne).map { number in
            DeliveryPlan.batch(number, &random)
        }
        for place in batches.indices {
            for _ in 0..<random.below(5) {
                let uuids = batches[random.below(batches.count)].uuids.dropFirst()
                if let uuid = uuids.randomElement(using: &random) { batches[place].deleted.append(uuid) }
            }
            batches[place].body = try DeliveryPlan.body(batches[place])
        }
        self.batches = batches
        deliveries = (0..<DeliveryPlan.clients).map { client in
            let own = batches.indices.filter { $0 % DeliveryPlan.clients == client }
            let again = batches.indices.filter { !batches[$0].isAbandoned && random.chance(10) }
            return (own + again).shuffled(using: &random)
        }
    }

    private static func batch(_ number: Int, _ random: inout SeededGenerator) -> Batch {
        var batch = Batch(number: number)
        batch.samples.append(Sample(uuid: uuid(&random)))
        for _ in 0..<random.below(random.chance(20) ? 80 : 12) {
            let isCorrelation = random.chance(10)
            let objects = isCorrelation ? (0...random.below(3)).map { _ in uuid(&random) } : []
            batch.samples.append(Sample(uuid: uuid(&random), objects: objects))
        }
        if random.chance(40) { batch.key = "batch-\(number)" }
        batch.isAbandoned = random.chance(15)
        batch.isAtomic = random.chance(30)
        return batch
    }

    /// Returns a uuid as the service prints it.
    private static func uuid(_ random: inout SeededGenerator) -> String { random.uuid().uuidString.lowercased() }

    /// Returns the body, always with the same bytes, as an idempotency key requires.
    private static func body(_ batch: Batch) throws -> String {
        let metadata = ["metadata": ["batch": batch.number]]
        let samples = batch.samples.map { sample in
            var object = step(sample.uuid, source: "Phone \(batch.number % 3)").merging(metadata) { $1 }
            guard !sample.objects.isEmpty else { return object }
            object["type"] = "bloodPressure"
            object["value"] = nil
            object["unit"] = nil
            object["objects"] = sample.objects.map {
                step($0, source: "Phone \(batch.number % 3)").merging(metadata) { $1 }
            }
            return object
        }
        let object: [String: Any] = ["samples": samples, "deleted": batch.deleted, "atomic": batch.isAtomic]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    /// Returns the samples that remain if the batches in `applied` were stored, each with the
    /// number of its batch.
    func samples(applied: Set<Int>) -> [String: Int] {
        let batches = batches.filter { applied.contains($0.number) }
        var samples: [String: Int] = [:]
        for batch in batches {
            for uuid in batch.uuids { samples[uuid] = batch.number }
        }
        let deleted = Set(batches.flatMap(\.deleted))
        for uuid in deleted { samples[uuid] = nil }
        for sample in batches.flatMap(\.samples) where deleted.contains(sample.uuid) {
            for uuid in sample.objects { samples[uuid] = nil }
        }
        return samples
    }
}
