import Foundation

/// Random numbers that a seed repeats: SplitMix64.
struct PlanGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

    mutating func uuid() -> String {
        let digits = [next(), next()].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}

/// What several clients deliver: batches that add new samples and delete samples of any batch, sent before or not.
///
/// A deletion holds whether it comes before its sample or after, so the order of the deliveries does not matter but for
/// what is `undecided`.
struct DeliveryPlan: Sendable {
    struct Batch: Sendable {
        let number: Int
        /// The first is deleted by nobody: it tells whether the batch is there.
        var samples: [Sample] = []
        var deleted: [String] = []
        /// Sent as `Idempotency-Key`.
        var key: String?
        /// Sent once, with no one waiting for a receipt.
        var isAbandoned = false
        var isAtomic = false
        var body = ""

        var uuids: [String] { samples.flatMap { [$0.uuid] + $0.objects } }
    }

    struct Sample: Sendable {
        var uuid: String
        /// Of a correlation: the samples in it.
        var objects: [String] = []
    }

    let batches: [Batch]
    /// By client: places in `batches`, some of them more than once and by several clients.
    let deliveries: [[Int]]

    static let clients = 5
    private static let batchesOfOne = 36
    static let types = ["stepCount", "bloodPressure"]

    init(seed: UInt64) throws {
        var random = PlanGenerator(seed: seed)
        var batches = (0..<DeliveryPlan.clients * DeliveryPlan.batchesOfOne).map { number in
            DeliveryPlan.batch(number, &random)
        }
        for place in batches.indices {
            for _ in 0..<random.number(0..<5) {
                let uuids = batches[random.number(0..<batches.count)].uuids.dropFirst()
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

    private static func batch(_ number: Int, _ random: inout PlanGenerator) -> Batch {
        var batch = Batch(number: number)
        batch.samples.append(Sample(uuid: random.uuid()))
        for _ in 0..<random.number(0..<(random.chance(20) ? 80 : 12)) {
            let isCorrelation = random.chance(10)
            let objects = isCorrelation ? (0..<random.number(1..<4)).map { _ in random.uuid() } : []
            batch.samples.append(Sample(uuid: random.uuid(), objects: objects))
        }
        if random.chance(40) { batch.key = "batch-\(number)" }
        batch.isAbandoned = random.chance(15)
        batch.isAtomic = random.chance(30)
        return batch
    }

    /// Always the same bytes, which an idempotency key asks for.
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

    /// The number of the batch of each sample that is left, by uuid, if the batches in `applied` were.
    func samples(applied: Set<Int>) -> [String: Int] {
        let batches = batches.filter { applied.contains($0.number) }
        var samples: [String: Int] = [:]
        for batch in batches {
            for uuid in batch.uuids { samples[uuid] = batch.number }
        }
        for uuid in batches.flatMap(\.deleted) { samples[uuid] = nil }
        return samples
    }

    /// What is in correlations that are deleted: it goes with a correlation that is there, and stays without one whose deletion
    /// came first, so that the order decides.
    var undecided: Set<String> {
        let deleted = Set(batches.flatMap(\.deleted))
        return Set(batches.flatMap(\.samples).filter { deleted.contains($0.uuid) }.flatMap(\.objects)).subtracting(
            deleted)
    }
}
