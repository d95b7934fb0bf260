/// An error of the store, except for the errors that PostgreSQL reports (`PostgresError`).
///
/// Messages contain names of fields and objects, and never health values.
public struct HealthDatabaseError: Error, Hashable, Sendable {
    public var code: Code
    /// The message in PostgreSQL's style, which is lower case without a full stop.
    public var message: String
    /// The action that the reader of the message can take, or nil.
    public var hint: String?

    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
    /// The person was deleted, or is unknown, while the transaction runs.
    static let deletedPerson = HealthDatabaseError(.unknownPerson, "the person has been deleted")

    public enum Code: String, CaseIterable, Sendable {
        /// A migration that ran on this database differs from the migration in this program.
        case migrationChanged = "migration_changed"
        /// The database was migrated by a newer program.
        case databaseTooNew = "database_too_new"
        /// The database was never migrated, or only by an older program.
        case databaseTooOld = "database_too_old"
        /// The database cannot be distributed, because Citus is missing or has no other server.
        case notACluster = "not_a_cluster"
        /// The store is in use, so that it cannot be distributed.
        case storeInUse = "store_in_use"
        /// A server of the cluster failed or refused.
        case clusterFailed = "cluster_failed"
        /// Row-level security hides people from the user of the database.
        case notTheOwner = "not_the_owner"
        /// The user of the database may not create or change roles, or the role of all analysts
        /// does not exist.
        case rolesRefused = "roles_refused"
        case unknownAnalyst = "unknown_analyst"
        case analystExists = "analyst_exists"
        /// The program's SQL files cannot be found or read.
        case filesMissing = "sql_files_missing"
        case unknownPerson = "unknown_person"
        case personExists = "person_exists"
        case malformedName = "malformed_name"
        case unknownToken = "unknown_token"
        /// The number of valid tokens about the person is at its limit.
        case tooManyTokens = "too_many_tokens"
        /// The holder has the maximum number of passkeys.
        case tooManyPasskeys = "too_many_passkeys"
        case unknownHolder = "unknown_holder"
        case holderExists = "holder_exists"
        /// The command `holder` removes neither a person's own holder nor the holder of an analyst.
        case ownHolder = "own_holder"
        /// The number of holders is at its limit.
        case tooManyHolders = "too_many_holders"
        case unknownGrant = "unknown_grant"
        /// The own holder's grant cannot be revoked, and needs no second grant.
        case ownGrant = "own_grant"
        /// The holder of a new token has no grant about the person.
        case missingGrant = "missing_grant"
        /// The number of valid grants about the person is at its limit.
        case tooManyGrants = "too_many_grants"
        case unknownWebhook = "unknown_webhook"
        /// The person has the maximum number of webhooks.
        case tooManyWebhooks = "too_many_webhooks"
        case unknownSource = "unknown_source"
        case sourceNotJoinable = "source_not_joinable"
        case malformedCursor = "malformed_cursor"
        case malformedAnchor = "malformed_anchor"
        /// The anchor belongs to another person or to other types.
        case foreignAnchor = "foreign_anchor"
        /// The anchor belongs to a feed that was replaced, so its positions may have been used a
        /// second time.
        case anchorExpired = "anchor_expired"
        /// The person has more time zone changes or reports of time zones than the store accepts.
        case tooManyTimeZones = "too_many_time_zones"
        /// Two time zones were set by hand for the same time.
        case overlappingTimeZones = "overlapping_time_zones"
        /// One batch has more versions of one sample or sync identifier than allowed.
        case tooManyVersions = "too_many_versions"
        /// Another batch came before with this Idempotency-Key.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// The person has the maximum number of waiting imports.
        case tooManyImports = "too_many_imports"
        case importNotUndoable = "import_not_undoable"
        /// The uploads of a person that are not imported yet would take more bytes than one person
        /// may use.
        case uploadQuotaExceeded = "upload_quota_exceeded"
        /// Another session holds a lock for longer than a statement may wait.
        case lockTimeout = "lock_timeout"
        /// The person has the maximum number of anchors.
        case tooManyAnchors = "too_many_anchors"
        /// The person has the maximum number of sync plans.
        case tooManyPlans = "too_many_plans"
        /// A store cannot be exported completely, because rows refer to data that are missing.
        case damagedStore = "damaged_store"
        /// The file from which a person is to be restored is damaged, or is not such a file.
        case malformedBackup = "malformed_backup"
        /// The end of the file to restore is missing.
        case truncatedBackup = "truncated_backup"
        /// A newer program wrote the file to restore.
        case backupTooNew = "backup_too_new"
        /// The person already has data, so a file cannot be restored into it.
        case personNotEmpty = "person_not_empty"
        /// The database already has a store, so a whole store cannot be imported into it.
        case storeNotEmpty = "store_not_empty"
        /// The file is an export of a person who was erased.
        case personErased = "person_erased"
    }
}
