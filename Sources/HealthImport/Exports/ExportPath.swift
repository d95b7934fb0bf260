import Foundation

/// Paths of the files beside export.xml, as its elements name them.
enum ExportPath {
    /// The folders of an export; their names are the same in all languages.
    static let routes = "workout-routes"
    static let electrocardiograms = "electrocardiograms"
    static let clinicalRecords = "clinical-records"
    static let attachments = "attachments"

    static let folders: Set<String> = [routes, electrocardiograms, clinicalRecords, attachments]
    /// Those whose names say that they are an export's; many programs have attachments.
    static let measuredFolders: Set<String> = [routes, electrocardiograms, clinicalRecords]

    /// The folder of the whole export, which other programs leave out or put into others.
    static let exportFolder = "apple_health_export"

    /// The path below the export's folder, without `/` at its start, `.` and `..`, in composed characters; a name to compare and to
    /// show, which nobody opens.
    static func normalized(_ path: String) -> String {
        // Programs of Windows write `\`.
        var components = path.precomposedStringWithCanonicalMapping.split { $0 == "/" || $0 == "\\" }
            .filter { $0 != "." && $0 != ".." }.map(String.init)
        if let folder = components.firstIndex(where: folders.contains) {
            components.removeFirst(folder)
        } else if let folder = components.lastIndex(of: exportFolder), folder < components.count - 1 {
            components.removeFirst(folder + 1)
        }
        return components.joined(separator: "/")
    }
}
