import Foundation

/// Paths of the files beside export.xml, as its elements name them.
enum ExportPath {
    // The folders of an export have the same names in all languages.
    static let routes = "workout-routes"
    static let electrocardiograms = "electrocardiograms"
    static let clinicalRecords = "clinical-records"
    static let attachments = "attachments"

    static let folders: Set<String> = [routes, electrocardiograms, clinicalRecords, attachments]
    /// The folders whose names occur only in exports. The folder `attachments` is left out, because
    /// many programs have one.
    static let measuredFolders: Set<String> = [routes, electrocardiograms, clinicalRecords]

    /// The folder of the whole export. Other programs leave it out or put it into other folders.
    static let exportFolder = "apple_health_export"

    /// Returns the path below the export's folder in composed characters, without a leading `/`,
    /// `.` and `..`.
    ///
    /// The result is for comparison and messages. It is never used to open a file.
    static func normalized(_ path: String) -> String {
        // Programs for Windows write `\` between components.
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
