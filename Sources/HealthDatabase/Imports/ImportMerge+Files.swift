import HealthCore
import Postgres

extension ImportMerge {
    /// The name of elements that are files.
    static let fileElement = "File"

    /// Turns files that no sample names into elements named `File`, so that a route is kept whose
    /// workout the phone has deleted. Run this after all samples are staged.
    ///
    /// PostgreSQL makes their uuids from path and content, as version 3 of RFC 9562, because it has
    /// MD5.
    ///
    /// - Returns: how many files became elements.
    /// - Throws: `PostgresError`
    func keepUnnamedFiles() throws -> Int64 {
        try session.execute(
            """
            update \(table.name) staged set
                kind = \(StagedKind.element.rawValue), sent_text = '\(ImportMerge.fileElement)', file = null,
                uuid = overlay(
                    overlay(md5(staged.person_id || ' ' || staged.file || ' ' || staged.parts) placing '3' from 13)
                    placing '8' from 17)::uuid,
                parts = jsonb_build_object(
                    'name', '\(ImportMerge.fileElement)', 'attributes', jsonb_build_object('path', staged.file), 'content', staged.parts)
            where \(StagedKind.file.isKind("staged")) and not exists (
                select from \(table.name) sample where \(StagedKind.isSample("sample")) and sample.file = staged.file)
            """
        ).affectedRows
    }
}
