import HealthCore
import Postgres

extension ImportMerge {
    /// The name of elements that are files.
    static let fileElement = "File"

    /// Turns files that no sample names into elements named `File`. Otherwise the route of a
    /// workout that was deleted on the phone would be lost. Run this after all samples are staged.
    ///
    /// The uuid of such an element has the form of version 3 of RFC 9562. PostgreSQL computes it
    /// with its function `md5` from the person, the path and the content.
    ///
    /// - Returns: the number of files that became elements.
    /// - Throws: `PostgresError`
    func keepUnnamedFiles() throws -> Int64 {
        try session.affectedRows(
            """
            with unnamed as materialized (
                select staged.ordinal,
                    overlay(
                        overlay(md5(staged.person_id || ' ' || staged.file || ' ' || staged.parts) placing '3' from 13)
                        placing '8' from 17)::uuid as uuid,
                    jsonb_build_object(
                        'name', '\(ImportMerge.fileElement)', 'attributes', jsonb_build_object('path', staged.file),
                        'content', staged.parts) as parts
                from \(table.name) staged
                where staged.person_id = $1 and \(StagedKind.file.isKind("staged")) and not exists (
                    select 1 from \(table.name) sample
                    where sample.person_id = $1 and \(StagedKind.isSample("sample")) and sample.file = staged.file)
            )
            update \(table.name) staged set
                kind = \(StagedKind.element.rawValue), sent_text = '\(ImportMerge.fileElement)', file = null,
                uuid = unnamed.uuid, parts = unnamed.parts
            from unnamed
            where staged.person_id = $1 and staged.ordinal = unnamed.ordinal
            """, person)
    }
}
