import Foundation
import HealthDatabase
import Postgres
import TestSupport
import Testing

/// Every way to write over HTTP with every kind of grant.
@Suite("Writers and grants")
struct WriterMatrixTests {
    /// The grants and the limits of a token.
    enum Grants: String, CaseIterable {
        case everything, someTypes, someDates, onlyReading, nothing

        /// SQL of may_read, may_write, may_manage, all_groups, groups, types, from_time and
        /// to_time.
        var values: String {
            switch self {
            case .everything: "true, true, true, true, '{clinical,reproductive,routes}', '{}', null, null"
            case .someTypes: "false, true, false, false, '{}', '{stepCount}', null, null"
            case .someDates: "false, true, false, true, '{}', '{}', '2024-01-01', '2025-01-01'"
            case .onlyReading: "true, false, false, true, '{clinical,reproductive,routes}', '{}', null, null"
            case .nothing: "false, false, true, false, '{}', '{}', null, null"
            }
        }

        /// The samples that are stored, of a step count of 2024, a step count of 2010 and a heart
        /// rate of 2024.
        var stored: [String] {
            switch self {
            case .everything: ["heartRate 2024", "stepCount 2010", "stepCount 2024"]
            case .someTypes: ["stepCount 2010", "stepCount 2024"]
            case .someDates: ["heartRate 2024", "stepCount 2024"]
            case .onlyReading, .nothing: []
            }
        }

        var mayWrite: Bool { !stored.isEmpty }
    }

    private static let times = ["2024-05-01T10:00:00Z", "2010-05-01T10:00:00Z"]

    private static func samples() -> [[String: Any]] {
        var rate = step(start: times[0], end: times[0])
        rate["type"] = "heartRate"
        rate["unit"] = "count/min"
        return [step(start: times[0], end: times[0]), step(start: times[1], end: times[1]), rate]
    }

    private static func json(_ object: Any) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self)
    }

    private static let healthAutoExport = """
        {"data": {"metrics": [
            {"name": "step_count", "units": "count", "data": [
                {"date": "2024-05-01 10:00:00 +0000", "qty": 5, "source": "Phone"},
                {"date": "2010-05-01 10:00:00 +0000", "qty": 5, "source": "Phone"}]},
            {"name": "resting_heart_rate", "units": "count/min", "data": [
                {"date": "2024-05-01 10:00:00 +0000", "qty": 60, "source": "Phone"}]}]}}
        """

    private static let openWearables = """
        {"data": {"records": [
            {"id": "6c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f11", "type": "HKQuantityTypeIdentifierStepCount",
             "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00Z", "value": 5, "unit": "count"},
            {"id": "6c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f12", "type": "HKQuantityTypeIdentifierStepCount",
             "startDate": "2010-05-01T10:00:00Z", "endDate": "2010-05-01T10:00:00Z", "value": 5, "unit": "count"},
            {"id": "6c1c5a5e-3c1e-4a0c-9d51-0a4b7d6a2f13", "type": "HKQuantityTypeIdentifierHeartRate",
             "startDate": "2024-05-01T10:00:00Z", "endDate": "2024-05-01T10:00:00Z", "value": 60, "unit": "count/min"}]}}
        """

    private static let export = """
        <HealthData locale="en_US">
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        startDate="2024-05-01 10:00:00 +0000" endDate="2024-05-01 10:00:00 +0000" value="5"/>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
        startDate="2010-05-01 10:00:00 +0000" endDate="2010-05-01 10:00:00 +0000" value="5"/>
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
        startDate="2024-05-01 10:00:00 +0000" endDate="2024-05-01 10:00:00 +0000" value="60"/>
        <ActivitySummary dateComponents="2024-05-01" activeEnergyBurned="400" activeEnergyBurnedUnit="kcal"/>
        <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>
        </HealthData>
        """

    /// A person, a holder with these grants, and a token of the holder.
    private static func token(_ grants: Grants, _ conninfo: String) throws -> String {
        let session = try Session(conninfo: conninfo)
        let person = try PersonStore.create(name: "Ada", session)
        let token = try TokenStore.create(for: person, name: "", session)
        _ = try session.execute(
            """
            with added as (insert into health.holder (name) values ('app') returning holder_id),
            granted as (
                insert into health.access_grant (
                    person_id, grant_id, holder_id, may_read, may_write, may_manage, all_groups, groups, sample_type_ids,
                    from_time, to_time)
                select $1, gen_random_uuid(), holder_id, may_read, may_write, may_manage, all_groups, groups::text[],
                    array(select sample_type_id from health.sample_type where short_name = any(types::text[])),
                    from_time::timestamptz, to_time::timestamptz
                from added, (values (\(grants.values)))
                    as grants (may_read, may_write, may_manage, all_groups, groups, types, from_time, to_time)
            )
            update health.token set holder_id = added.holder_id from added where person_id = $1 and token_id = $2
            """, [.int32(person.id), .uuid(token.tokenID)])
        return token.text
    }

    private static func stored(_ conninfo: String) throws -> [String] {
        try Session(conninfo: conninfo).execute(
            """
            select replace(short_name, 'restingH', 'h') || to_char(start_time at time zone 'UTC', ' YYYY')
            from health.sample join health.sample_type using (sample_type_id) order by 1
            """
        ).map { try $0.text(0) }
    }

    private func check(_ answer: RunningService.Answer, _ grants: Grants, _ store: ServedStore) throws {
        guard grants.mayWrite else {
            answer.expect(403, "write_not_granted", "\(grants)")
            #expect(try Self.stored(store.conninfo) == [])
            return
        }
        #expect(answer.status < 300, "\(grants): \(answer.body)")
        #expect(try Self.stored(store.conninfo) == grants.stored, "\(grants): \(answer.body)")
        #expect(answer.body.contains("write_not_granted") == (grants != .everything), "\(grants): \(answer.body)")
    }

    @Test("a batch", arguments: Grants.allCases)
    func batch(_ grants: Grants) async throws {
        try await ServedStore.with { store in
            let token = try Self.token(grants, store.conninfo)
            let answer = try await store.post(["samples": Self.samples()], token: token)
            try check(answer, grants, store)
            guard grants.mayWrite else { return }
            let rejected = try #require(try answer.object["rejected"] as? [[String: Any]])
            #expect(rejected.count == 3 - grants.stored.count)
            if let first = rejected.first {
                let name = grants == .someTypes ? "HeartRate" : "StepCount"
                #expect((first["message"] as? String)?.contains("HKQuantityTypeIdentifier\(name)") == true)
            }
            let atomic = try await store.post(["samples": Self.samples(), "atomic": true], token: token)
            #expect(atomic.status == (grants == .everything ? 200 : 422), "\(atomic.body)")
            #expect(try Self.stored(store.conninfo).count == grants.stored.count + (grants == .everything ? 3 : 0))
        }
    }

    @Test("lines", arguments: Grants.allCases)
    func lines(_ grants: Grants) async throws {
        try await ServedStore.with { store in
            let token = try Self.token(grants, store.conninfo)
            let body = Self.samples().map(Self.json).joined(separator: "\n") + "\n"
            let answer = try await store.service.send(
                "POST", "/v1/batches", token: token, body: body, headers: ["Content-Type: application/x-ndjson"])
            try check(answer, grants, store)
        }
    }

    @Test("Health Auto Export", arguments: Grants.allCases)
    func healthAutoExport(_ grants: Grants) async throws {
        try await ServedStore.with { store in
            let token = try Self.token(grants, store.conninfo)
            for _ in 0..<2 {
                let answer = try await store.service.send(
                    "POST", "/v1/clients/health-auto-export", token: token, body: Self.healthAutoExport,
                    headers: ["automation-id: a", "automation-period: Default", "automation-aggregation: minutes"])
                try check(answer, grants, store)
            }
        }
    }

    @Test("Open Wearables", arguments: Grants.allCases)
    func openWearables(_ grants: Grants) async throws {
        try await ServedStore.with { store in
            let token = try Self.token(grants, store.conninfo)
            for _ in 0..<2 {
                let answer = try await store.service.send(
                    "POST", "/api/v1/sdk/users/Ada/sync", token: token, body: Self.openWearables)
                try check(answer, grants, store)
            }
        }
    }

    @Test(
        "an import, which is counted by type and belongs to its holder",
        arguments: LongRun.isOn ? Grants.allCases : [.someTypes, .onlyReading])
    func imports(_ grants: Grants) async throws {
        try await ImportWorld.with { world in
            let token = try Self.token(grants, world.conninfo)
            let file = world.directory + "/export.xml"
            try Data(Self.export.utf8).write(to: URL(fileURLWithPath: file))
            var answer = try await world.send(file: file, token: token)
            if grants.mayWrite {
                let id = try answer.object.importID
                _ = try await world.wait(id, token: token)
                answer = try await world.get("/v1/imports/\(id)", token: token)
            }
            try check(answer, grants, world.store)
            guard grants.mayWrite else { return }
            let report = try answer.object
            let (isEverything, missing) = (grants == .everything, 3 - grants.stored.count)
            #expect(report["state"] as? String == "finished", "\(report)")
            #expect(report.records("read") == 5 && report.records("refused") == missing + (isEverything ? 0 : 2))
            let counts = try #require(report["counts"] as? [[String: Any]])
            let refused = counts.filter { $0["refused"] as? Int != 0 }.compactMap { $0["type"] as? String }
            let type = "HKQuantityTypeIdentifier" + (grants == .someTypes ? "HeartRate" : "StepCount")
            #expect(Set(refused) == (isEverything ? [] : [type, "ActivitySummary", "Me"]), "\(grants)")
            // Names that only refused records have are not stored.
            let session = try Session(conninfo: world.conninfo)
            let sources = try session.execute("select count(*) from health.source")[0].int64(0)
            #expect(sources == (grants == .someTypes ? 1 : 2))
            let holders = try session.execute(
                """
                select distinct sample.holder_id = (select holder_id from health.holder where name = 'app')
                from health.sample
                """)
            #expect(try holders.map { try $0.bool(0) } == [true])
        }
    }

    @Test("rings, anchors and time zones", arguments: Grants.allCases)
    func others(_ grants: Grants) async throws {
        try await ServedStore.with { store in
            let token = try Self.token(grants, store.conninfo)
            func send(_ method: String, _ path: String, _ body: String) async throws -> Int {
                try await store.service.send(method, path, token: token, body: body).status
            }
            let rings = try await send("PUT", "/v1/activity-summaries/2024-05-01", #"{"activeEnergyBurned": 400}"#)
            #expect(rings == (grants == .everything ? 200 : 403), "\(grants)")
            let characteristics = try await send("PATCH", "/v1/characteristics", #"{"characteristics": []}"#)
            #expect(characteristics == (grants == .everything ? 200 : 403), "\(grants)")
            let anchor = try await send("PUT", "/v1/anchors/phone/stepCount", "x")
            #expect(anchor == (grants.mayWrite ? 204 : 403))
            let zone = try await send("POST", "/v1/time-zones", #"{"timeZone": "Europe/Rome"}"#)
            #expect(zone == (grants == .everything ? 200 : 403))
        }
    }
}
