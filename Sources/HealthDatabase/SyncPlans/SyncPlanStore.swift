import Foundation
import HealthCore
import Postgres

/// The sync plans of a person's phones.
public final class SyncPlanStore: PersonQueries {
    /// The maximum number of plans of a person.
    public static let plansMax = 100

    /// A plan with its name.
    public struct Stored: Sendable {
        /// The phone, or `SyncPlan.defaultDevice`.
        public let device: String
        /// The default values if the phone has only reported `sharedSince`.
        public let plan: SyncPlan
        public let sharedSince: [SyncPlan.Shared]?
        /// Nil for a phone without a plan of its own.
        public let updated: Instant?
    }

    private static let columns = "device, plan::text, shared_since::text, updated_at"

    /// Returns all plans and reports, by device.
    ///
    /// - Throws: `PostgresError`.
    public func plans() throws -> [Stored] {
        try session.all(
            """
            select \(SyncPlanStore.columns) from health.sync_plan where person_id = $1 order by device collate "C"
            """, person, as: Stored.init(_:plan:sharedSince:updated:))
    }

    /// Returns the plan that a phone obeys: its own, or else the default plan; nil if there is
    /// neither.
    ///
    /// - Throws: `PostgresError`.
    public func plan(ofDevice device: String) throws -> Stored? {
        try session.first(
            """
            select \(SyncPlanStore.columns) from health.sync_plan
            where \(SyncPlanStore.isObeyed("$2")) \(SyncPlanStore.ownFirst)
            """, person, device, as: Stored.init(_:plan:sharedSince:updated:))
    }

    private static func isObeyed(_ device: String) -> String {
        "person_id = $1 and device in (\(device), '\(SyncPlan.defaultDevice)') and plan is not null"
    }

    private static let ownFirst = "order by device = '\(SyncPlan.defaultDevice)' limit 1"

    /// SQL of the start of the plan that the phone in the parameter `device` obeys, in microseconds
    /// since 1970. If `device` is null, it is the start of the default plan.
    static func start(_ device: String) -> String {
        "(select (plan -> 'start' ->> 'microseconds')::bigint from health.sync_plan where \(isObeyed(device)) \(ownFirst))"
    }

    /// Stores a plan, which replaces the earlier plan of the device.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyPlans`, `unknownPerson`), `PostgresError`.
    public func set(_ plan: SyncPlan, forDevice device: String) throws {
        try set("plan", plan, forDevice: device, updating: ", updated_at = excluded.updated_at")
    }

    /// Stores since when a phone sees the samples of types.
    ///
    /// - Throws: `HealthDatabaseError` (`tooManyPlans`, `unknownPerson`), `PostgresError`.
    public func set(_ shared: [SyncPlan.Shared], forDevice device: String) throws {
        try set("shared_since", shared, forDevice: device)
    }

    /// Returns the types whose recent samples alone a phone sees; nil if it has not reported.
    ///
    /// - Throws: `PostgresError`.
    public func sharedSince(ofDevice device: String) throws -> [SyncPlan.Shared]? {
        try session.first(
            "select shared_since::text from health.sync_plan where person_id = $1 and device = $2", person, device
        ) { try ($0 as String?).map(Stored.decoded) } ?? nil
    }

    /// - Parameter further: assignments of further columns of a row that exists.
    private func set(
        _ column: String, _ value: some Encodable, forDevice device: String, updating further: String = ""
    ) throws {
        try session.transaction {
            // Samples are checked under this lock, so a batch has the earlier or the later plan.
            _ = try ChangeCounter.lock(person, session)
            let others = try session.value(
                "select count(*) from health.sync_plan where person_id = $1 and device <> $2", person, device,
                as: Int64.self)
            guard others < SyncPlanStore.plansMax else {
                throw HealthDatabaseError(
                    .tooManyPlans, "there are already \(SyncPlanStore.plansMax) plans, which is the limit",
                    hint: "delete plans of unused phones (DELETE /v1/sync-plans/{device})")
            }
            try session.run(
                """
                insert into health.sync_plan (person_id, device, \(column), updated_at) values ($1, $2, $3::jsonb, now())
                on conflict (person_id, device) do update
                set \(column) = excluded.\(column)\(further)
                """, person, device, String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
        }
    }

    /// Deletes a plan. The phone then obeys the default plan.
    ///
    /// - Returns: false if there was none.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`.
    public func delete(device: String) throws -> Bool {
        try session.transaction {
            _ = try ChangeCounter.lock(person, session)
            let count = try session.affectedRows(
                """
                update health.sync_plan set plan = null where person_id = $1 and device = $2 and plan is not null
                """, person, device)
            try session.run(
                """
                delete from health.sync_plan
                where person_id = $1 and device = $2 and plan is null and shared_since is null
                """, person, device)
            return count == 1
        }
    }
}

extension SyncPlanStore.Stored {
    fileprivate init(_ device: String, plan: String?, sharedSince: String?, updated: Instant) throws {
        self.init(
            device: device, plan: try plan.map(Self.decoded) ?? SyncPlan(),
            sharedSince: try sharedSince.map(Self.decoded),
            updated: plan.map { _ in updated })
    }

    fileprivate static func decoded<Value: Decodable>(_ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }
}
