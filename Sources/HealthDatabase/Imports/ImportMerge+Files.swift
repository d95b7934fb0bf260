import HealthCore
import Postgres

extension ImportMerge {
    /// What files that are no samples are called.
    static let fileElement = "File"

    /// Makes elements named `File`, with their content, of the files that no sample names: a route whose workout the phone has
    /// forgotten is not lost. Run once all samples are staged.
    ///
    /// Their uuids are made from path and content as RFC 9562 makes version 3, by PostgreSQL, which has its MD5 at hand.
    ///
    /// - Returns: how many they are.
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
