/// What the store cannot do, apart from what PostgreSQL itself reports (`PostgresError`).
///
/// Messages name fields and objects, never health values.
public struct HealthDatabaseError: Error, Hashable, Sendable {
    public var code: Code
    /// In PostgreSQL's style: lower case, no full stop.
    public var message: String
    /// What the reader can do about it, or nil.
    public var hint: String?

    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    public enum Code: String, Sendable {
        /// A migration that ran here is not the one in this program.
        case migrationChanged = "migration_changed"
        /// The database was migrated by a newer program.
        case databaseTooNew = "database_too_new"
        /// The database was never migrated, or by an older program.
        case databaseTooOld = "database_too_old"
        /// Row-level security hides people from the user of the database.
        case notTheOwner = "not_the_owner"
        /// The user of the database may not create or change roles, or the role of all analysts is
        /// not there.
        case rolesRefused = "roles_refused"
        case unknownAnalyst = "unknown_analyst"
        case analystExists = "analyst_exists"
        /// The program's SQL files cannot be found or read.
        case filesMissing = "sql_files_missing"
        case unknownPerson = "unknown_person"
        case personExists = "person_exists"
        case malformedName = "malformed_name"
        case unknownToken = "unknown_token"
        case unknownSource = "unknown_source"
        case malformedCursor = "malformed_cursor"
        case malformedAnchor = "malformed_anchor"
        /// An anchor of another person, or of other types.
        case foreignAnchor = "foreign_anchor"
        /// An anchor of a feed that is no more: positions were given a second time.
        case anchorExpired = "anchor_expired"
        /// More changes of the person's time zone, or reports of it, than the store holds.
        case tooManyTimeZones = "too_many_time_zones"
        /// Two zones were set by hand for one time.
        case overlappingTimeZones = "overlapping_time_zones"
        /// More versions of one sample or sync identifier than one batch may hold.
        case tooManyVersions = "too_many_versions"
        /// Another batch came with this Idempotency-Key.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// More imports of one person wait than the store lets wait.
        case tooManyImports = "too_many_imports"
        /// The files that a person has uploaded and that are not imported yet would take more bytes
        /// than one person may have.
        case uploadQuotaExceeded = "upload_quota_exceeded"
        /// Another session holds a lock for longer than a statement waits.
        case lockTimeout = "lock_timeout"
        /// More anchors of one person than the store holds.
        case tooManyAnchors = "too_many_anchors"
        /// A store cannot be written down whole, since what its rows name is missing.
        case damagedStore = "damaged_store"
        /// A file to restore a person from is damaged, or none at all.
        case malformedBackup = "malformed_backup"
        /// Its end is missing.
        case truncatedBackup = "truncated_backup"
        /// A newer program wrote it.
        case backupTooNew = "backup_too_new"
        /// The person has data already and cannot be restored from a file.
        case personNotEmpty = "person_not_empty"
        /// A person who was erased is restored from a file.
        case personErased = "person_erased"
        /// More tokens than the store holds.
        case tooManyTokens = "too_many_tokens"
    }
}
