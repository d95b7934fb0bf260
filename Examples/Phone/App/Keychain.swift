import Foundation
import Security

/// Keeps the connection in the keychain. Launches in the background can read it after the person
/// has first unlocked the phone.
struct Keychain: ConnectionStore {
    struct Failure: LocalizedError {
        var status: OSStatus

        var errorDescription: String? {
            status == errSecInteractionNotAllowed
                ? "The phone has not been unlocked since it started." : "The keychain cannot be used (\(status))."
        }
    }

    private func query(_ more: [AnyHashable: Any] = [:]) -> CFDictionary {
        let item: [AnyHashable: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "healthstore", kSecAttrAccount: "connection",
        ]
        return NSDictionary(dictionary: item.merging(more) { $1 }) as CFDictionary
    }

    func read() throws -> String? {
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query([kSecReturnData: true]), &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = item as? Data else { throw Failure(status: status) }
        return String(decoding: data, as: UTF8.self)
    }

    func write(_ text: String?) throws {
        let removed = SecItemDelete(query())
        guard [errSecSuccess, errSecItemNotFound].contains(removed) else { throw Failure(status: removed) }
        guard let text else { return }
        let item = query([
            kSecValueData: Data(text.utf8), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        ])
        let status = SecItemAdd(item, nil)
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
