/// The SQL of the lines of a whole store.
extension StoreRecord {
    var statements: BackupStatements {
        switch self {
        case .holder: StoreRecord.holderStatements
        case .operatorToken: StoreRecord.operatorTokenStatements
        case .erased: StoreRecord.erasedStatements
        case .secret: StoreRecord.secretStatements
        case .type: StoreRecord.typeStatements
        case .sourceLabel: StoreRecord.labelStatements
        case .grant: StoreRecord.grantStatements
        case .token: StoreRecord.tokenStatements
        case .tokenUse: StoreRecord.useStatements
        case .readerPreference: BackupRecord.preferenceStatements(.others)
        case .clientAnchor: BackupRecord.anchorStatements(.others)
        case .clientSession: BackupRecord.sessionStatements(.others)
        case .sampleHolder: StoreRecord.sampleHolderStatements
        case .accessLogEntry: StoreRecord.logStatements
        }
    }

    /// The ids of the holders that move. The role of an analyst belongs to the PostgreSQL server.
    /// On another server, a role of the same name may belong to another human, so analysts do not
    /// move.
    static let movedHolders = """
        (
            select moved.holder_id
            from health.holder moved left join health.person whose on whose.person_id = moved.person_id
            where moved.role is null and whose.erasing_since is null)
        """

    // MARK: The store

    private static let holderStatements = BackupStatements(
        "holder", isPersonal: false, where: "person_id is null and role is null", order: "holder_id",
        [.integer("holder_id", as: "id"), .text("name"), .time("created_at")])

    private static let operatorTokenStatements = BackupStatements(
        "operator_token", isPersonal: false, order: "token_id",
        [
            .uuid("token_id", as: "id"), .bytes("secret_sha256", as: "secretSHA256"), .text("name"),
            .time("created_at"), .time("expires_at"), .time("last_used_at"), .time("revoked_at"),
        ])

    private static let erasedStatements = BackupStatements(
        "erased_person", isPersonal: false, order: "uuid", onConflict: "on conflict (uuid) do nothing",
        [.uuid("uuid"), .time("erased_at")])

    private static let secretStatements = BackupStatements(
        table: "store_secret", export: "select secret from health.store_secret", fields: "secret bytea",
        insert: "update health.store_secret set secret = item.secret from item")

    // MARK: A person

    private static let typeStatements = BackupStatements(
        table: "sample_type",
        export: """
            select identifier, kind from health.sample_type
            where not in_catalogue and sample_type_id in (
                select unnest(sample_type_ids) from health.access_grant where person_id = PERSON
                union all
                select unnest(sample_type_ids) from health.token where person_id = PERSON)
            order by identifier collate "C"
            """,
        fields: BackupRecord.typeStatements.fields, insert: BackupRecord.typeStatements.insert)

    private static let labelStatements = BackupStatements(
        table: "source_kind",
        export: """
            select source_id as source, label from health.source_kind where person_id = PERSON order by source_id
            """,
        fields: "source integer, label text",
        insert: """
            update health.source_kind set label = item.label
            from item where source_kind.person_id = $1 and source_kind.source_id = item.source
            """)

    /// The terms of a row of `table`. Types are named by their identifiers.
    private static func terms(_ table: String) -> [LineColumn] {
        [
            .bool("may_read"), .bool("may_write"), .bool("may_manage"), .bool("all_groups"), .texts("groups"),
            .time("from_time"), .time("to_time"), .bool("shows_names"), .time("expires_at"),
            LineColumn(
                "sample_type_ids", "text[]", as: "types",
                exported: """
                    array(
                        select identifier from health.sample_type where sample_type_id = any (\(table).sample_type_ids)
                        order by identifier collate "C")
                    """,
                restored: """
                    array(
                        select sample_type_id from health.sample_type where identifier = any (item.types)
                        order by sample_type_id)
                    """),
        ]
    }

    /// False for a line that names an unknown type, so that its chunk is refused.
    private static let knowsTypes = """
        cardinality(types) = (select count(*) from health.sample_type where identifier = any (item.types))
        """

    /// The new store makes the own holder's grant.
    private static let grantStatements = BackupStatements(
        "access_grant", where: "holder_id in \(movedHolders) and holder_id <> \(HolderRows.ownHolder)",
        order: "grant_id", lineCondition: knowsTypes,
        [.uuid("grant_id", as: "id"), .holder, .text("preset")] + terms("access_grant") + [
            LineColumn(
                "granted_by", "integer", exported: "case when granted_by in \(movedHolders) then granted_by end"),
            .time("granted_at"), .time("revoked_at"),
        ])

    private static let isToken = "kind = '\(TokenKind.token.rawValue)'"

    /// Sessions and login links do not move.
    private static let tokenStatements = BackupStatements(
        "token", where: "\(isToken) and holder_id in \(movedHolders)", order: "token_id", lineCondition: knowsTypes,
        [.uuid("token_id", as: "id"), .holder, .bytes("secret_sha256", as: "secretSHA256"), .text("name")]
            + terms("token") + [
                .time("created_at"), .time("revoked_at"),
                LineColumn("kind", nil, restored: "'\(TokenKind.token.rawValue)'"),
            ])

    private static let useStatements = BackupStatements(
        "token_use",
        where: """
            token_id in (
                select token_id from health.token
                where token.person_id = PERSON and \(isToken) and holder_id in \(movedHolders))
            """, order: "token_id", [.uuid("token_id", as: "id"), .time("used_at")])

    private static let sampleHolderStatements = BackupStatements(
        "sample_holder", where: "holder_id in \(movedHolders)", order: "uuid, holder_id",
        [
            .uuid("uuid"), .holder, .sampleType, .integer("source_revision_id", as: "sourceRevision"),
            .integer("device_id", as: "device"),
        ])

    private static let logStatements = BackupStatements(
        "access_log", order: "requested_at, entry_id",
        [
            .time("requested_at"), .uuid("entry_id", as: "id"), .holder, .text("credential_kind"),
            .uuid("credential_id", as: "credential"), .text("method"), .text("route"), .texts("sample_types"),
            .text("asked_from"), .text("asked_to"), LineColumn("status", "smallint"), .integer("row_count"),
            .bigint("answer_bytes"),
        ])
}
