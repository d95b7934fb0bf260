import Foundation
import TestSupport
import Testing

@testable import HealthstoreClient

/// Samples of an export of Health that the phone no longer has, against the real service.
@Suite struct CompleteRangeTests {
    private static let type = SimulatedPhone.types[0]

    /// Imports an export that was made in 2024 when the phone had these samples.
    private func importing(_ samples: [SampleRecord], _ world: ReconciliationTests.World) async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        var text = "<HealthData>\n<ExportDate value=\"2024-06-01 10:00:00 +0000\"/>\n"
        for sample in samples {
            guard case .number(let value) = sample.value, let source = sample.source else { continue }
            text += """
                <Record type="\(sample.type)" sourceName="\(source.name)" unit="count" value="\(value)" \
                creationDate="\(formatter.string(from: sample.endDate))" \
                startDate="\(formatter.string(from: sample.startDate))" \
                endDate="\(formatter.string(from: sample.endDate))"/>

                """
        }
        try await withTemporaryDirectory { directory in
            let file = directory + "/export.xml"
            try Data((text + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: file))
            let imported = try await Command.healthstore(
                ["import", file, "--person", "Ada"], database: world.service.conninfo)
            try #require(imported.status == 0, "\(imported.errors)")
        }
    }

    private func outcomes(_ world: ReconciliationTests.World) -> [BatchReceipt.RangeOutcome] {
        world.events.all.compactMap { if case .completed(let outcome) = $0 { outcome } else { nil } }
    }

    @Test("the first pass and a comparison replace samples of an export that the phone has deleted")
    func replaced() async throws {
        for isImportFirst in [true, false] {
            try await ReconciliationTests.withWorld { world in
                let samples = world.save(40, seed: 1)
                world.phone.delete([samples[20]])
                world.phone.forgetDeletions()
                if isImportFirst { try await importing(samples, world) }
                try await world.engine().syncNow()
                #expect(
                    outcomes(world) == [
                        BatchReceipt.RangeOutcome(
                            type: CompleteRangeTests.type, replaced: isImportFirst ? 1 : 0, missing: 0)
                    ])
                if !isImportFirst { try await importing(samples, world) }
                #expect(try await world.isEqual())
                // A first pass is stated once, a comparison each time.
                try await world.engine().syncNow()
                #expect(outcomes(world).count == 1)
                try await world.engine().reconcile()
                #expect(outcomes(world).count == 2)
            }
        }
    }

    @Test("nothing is stated of a type with a refused sample, of a type that looks empty, or if the app decides so")
    func unstated() async throws {
        try await ReconciliationTests.withWorld { world in
            let samples = world.save(40, seed: 2)
            var wrong = samples[20]
            wrong.unit = "furlong"
            world.phone.complete([wrong])
            try await world.engine().syncNow()
            try await importing(samples, world)
            try await world.engine().reconcile()
            #expect(try await world.uuidsThere().count == 40)
            world.phone.hide(CompleteRangeTests.type)
            try await world.engine().reconcile()
            world.phone.hide(CompleteRangeTests.type, false)
            world.phone.delete([wrong])
            world.states = false
            try await world.engine().reconcile()
            #expect(outcomes(world).isEmpty)
            #expect(try await world.uuidsThere().count == 40)
            world.states = true
            try await world.engine().reconcile()
            #expect(outcomes(world).map(\.replaced) == [1])
            #expect(try await world.isEqual())
        }
    }

    @Test("a first pass that takes several launches is stated when all its samples were sent")
    func launches() async throws {
        try await ReconciliationTests.withWorld { world in
            let (samples, gone) = (world.save(450, seed: 3), world.save(1, seed: 4))
            world.phone.delete(gone)
            world.phone.forgetDeletions()
            var launches = 0
            for steps in stride(from: 12, to: 600, by: 6) where outcomes(world).isEmpty {
                try? await world.engine(killSwitch: KillSwitch(after: steps)).syncNow()
                launches += 1
            }
            #expect(launches > 1 && outcomes(world).count == 1)
            try await importing(samples + gone, world)
            #expect(try await world.isEqual())
        }
    }
}
