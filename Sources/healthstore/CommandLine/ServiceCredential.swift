import Foundation

/// A secret that systemd passes in a file (`LoadCredential=`). The name of the file is the raw
/// value.
///
/// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#Credentials
enum ServiceCredential: String {
    case databaseURL = "database-url"
    case primaryURL = "primary-url"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case openIDSecret = "openid-client-secret"

    /// The path of the file. Nil if systemd passes no such file.
    var path: String? {
        guard let directory = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let path = directory + "/" + rawValue
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
