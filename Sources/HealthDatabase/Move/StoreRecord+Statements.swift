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
        table: "holder",
        export: """
            select holder_id as id, name, created_at as "createdAt"
            from health.holder where person_id is null and role is null order by holder_id
            """,
        fields: """
            id integer, name text, "createdAt" timestamptz
            """,
        insert: """
            insert into health.holder (holder_id, name, created_at) select id, name, "createdAt" from item
            """)

    private static let operatorTokenStatements = BackupStatements(
        table: "operator_token",
        export: """
            select token_id as id, secret_sha256 as "secretSHA256", name, created_at as "createdAt",
                expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
            from health.operator_token order by token_id
            """,
        fields: """
            id uuid, "secretSHA256" bytea, name text, "createdAt" timestamptz, "expiresAt" timestamptz,
            "lastUsedAt" timestamptz, "revokedAt" timestamptz
            """,
        insert: """
            insert into health.operator_token (
                token_id, secret_sha256, name, created_at, expires_at, last_used_at, revoked_at)
            select id, "secretSHA256", name, "createdAt", "expiresAt", "lastUsedAt", "revokedAt" from item
            """)

    private static let erasedStatements = BackupStatements(
        table: "erased_person",
        export: """
            select uuid, erased_at as "erasedAt" from health.erased_person order by uuid
            """,
        fields: """
            uuid uuid, "erasedAt" timestamptz
            """,
        insert: """
            insert into health.erased_person (uuid, erased_at) select uuid, "erasedAt" from item
            on conflict (uuid) do nothing
            """)

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

    /// The identifiers of the types that a row names.
    private static func types(of table: String) -> String {
        """
        array(
            select identifier from health.sample_type where sample_type_id = any (\(table).sample_type_ids)
            order by identifier collate "C") as types
        """
    }

    /// The ids of the types of `item`.
    private static let typeIDs = """
        array(select sample_type_id from health.sample_type where identifier = any (item.types) order by sample_type_id)
        """

    /// Leaves out a line that names an unknown type, so that its chunk is refused.
    private static let knowsTypes = """
        cardinality(types) = (select count(*) from health.sample_type where identifier = any (item.types))
        """

    private static let terms = """
        may_read as "mayRead", may_write as "mayWrite", may_manage as "mayManage", all_groups as "allGroups", groups,
            from_time as "fromTime", to_time as "toTime", shows_names as "showsNames", expires_at as "expiresAt"
        """

    private static let termsFields = """
        "mayRead" boolean, "mayWrite" boolean, "mayManage" boolean, "allGroups" boolean, groups text[], types text[],
        "fromTime" timestamptz, "toTime" timestamptz, "showsNames" boolean, "expiresAt" timestamptz
        """

    private static let termsValues = """
        "mayRead", "mayWrite", "mayManage", "allGroups", groups, \(typeIDs), "fromTime", "toTime", "showsNames", "expiresAt"
        """

    /// The new store makes the own holder's grant.
    private static let grantStatements = BackupStatements(
        table: "access_grant",
        export: """
            select grant_id as id, holder_id as holder, preset, \(terms), \(types(of: "access_grant")),
                case when granted_by in \(movedHolders) then granted_by end as "grantedBy",
                granted_at as "grantedAt", revoked_at as "revokedAt"
            from health.access_grant
            where person_id = PERSON and holder_id in \(movedHolders) and holder_id <> \(HolderRows.ownHolder)
            order by grant_id
            """,
        fields: """
            id uuid, holder integer, preset text, \(termsFields), "grantedBy" integer, "grantedAt" timestamptz,
            "revokedAt" timestamptz
            """,
        insert: """
            insert into health.access_grant (
                person_id, grant_id, holder_id, preset, \(TermsColumns.names), granted_by, granted_at, revoked_at)
            select $1, id, holder, preset, \(termsValues), "grantedBy", "grantedAt", "revokedAt"
            from item where \(knowsTypes)
            """)

    /// Sessions and login links do not move.
    private static let tokenStatements = BackupStatements(
        table: "token",
        export: """
            select token_id as id, holder_id as holder, secret_sha256 as "secretSHA256", name, \(terms),
                \(types(of: "token")), created_at as "createdAt", revoked_at as "revokedAt"
            from health.token
            where person_id = PERSON and kind = '\(TokenKind.token.rawValue)' and holder_id in \(movedHolders)
            order by token_id
            """,
        fields: """
            id uuid, holder integer, "secretSHA256" bytea, name text, \(termsFields), "createdAt" timestamptz,
            "revokedAt" timestamptz
            """,
        insert: """
            insert into health.token (
                person_id, token_id, holder_id, secret_sha256, name, kind, \(TermsColumns.names), created_at, revoked_at)
            select $1, id, holder, "secretSHA256", name, '\(TokenKind.token.rawValue)', \(termsValues), "createdAt",
                "revokedAt"
            from item where \(knowsTypes)
            """)

    private static let useStatements = BackupStatements(
        table: "token_use",
        export: """
            select token_id as id, used_at as "usedAt"
            from health.token_use
            where person_id = PERSON and token_id in (
                select token_id from health.token
                where token.person_id = PERSON and kind = '\(TokenKind.token.rawValue)' and holder_id in \(movedHolders))
            order by token_id
            """,
        fields: """
            id uuid, "usedAt" timestamptz
            """,
        insert: """
            insert into health.token_use (person_id, token_id, used_at) select $1, id, "usedAt" from item
            """)

    private static let sampleHolderStatements = BackupStatements(
        table: "sample_holder",
        export: """
            select uuid, holder_id as holder, identifier as type, source_revision_id as "sourceRevision",
                device_id as device
            from health.sample_holder left join health.sample_type using (sample_type_id)
            where person_id = PERSON and holder_id in \(movedHolders)
            order by uuid, holder_id
            """,
        fields: """
            uuid uuid, holder integer, type text, "sourceRevision" integer, device integer
            """,
        insert: """
            insert into health.sample_holder (
                person_id, uuid, holder_id, sample_type_id, source_revision_id, device_id)
            select $1, uuid, holder, sample_type_id, "sourceRevision", device
            from item left join health.sample_type on identifier = type
            where type is null or sample_type_id is not null
            """)

    private static let logStatements = BackupStatements(
        table: "access_log",
        export: """
            select requested_at as "requestedAt", entry_id as id, holder_id as holder, credential_kind as "credentialKind",
                credential_id as credential, method, route, sample_types as "sampleTypes", asked_from as "askedFrom",
                asked_to as "askedTo", status, row_count as "rowCount", answer_bytes as "answerBytes"
            from health.access_log where person_id = PERSON order by requested_at, entry_id
            """,
        fields: """
            "requestedAt" timestamptz, id uuid, holder integer, "credentialKind" text, credential uuid, method text,
            route text, "sampleTypes" text[], "askedFrom" text, "askedTo" text, status smallint, "rowCount" integer,
            "answerBytes" bigint
            """,
        insert: """
            insert into health.access_log (
                person_id, requested_at, entry_id, holder_id, credential_kind, credential_id, method, route,
                sample_types, asked_from, asked_to, status, row_count, answer_bytes)
            select $1, "requestedAt", id, holder, "credentialKind", credential, method, route, "sampleTypes",
                "askedFrom", "askedTo", status, "rowCount", "answerBytes"
            from item
            """)
}
