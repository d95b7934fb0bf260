// The names of Security that the example `Examples/Phone` uses. Linux has no Core Foundation, so
// its types are those of Foundation to which Apple's bridge without a copy.

@_exported import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

/// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }
/// https://developer.apple.com/documentation/security/errsecitemnotfound
public var errSecItemNotFound: OSStatus { -25300 }
/// https://developer.apple.com/documentation/security/errsecinteractionnotallowed
public var errSecInteractionNotAllowed: OSStatus { -25308 }

/// https://developer.apple.com/documentation/security/ksecclass
public var kSecClass: CFString { signatureOnly() }
public var kSecClassGenericPassword: CFString { signatureOnly() }
public var kSecAttrService: CFString { signatureOnly() }
public var kSecAttrAccount: CFString { signatureOnly() }
public var kSecReturnData: CFString { signatureOnly() }
public var kSecValueData: CFString { signatureOnly() }
public var kSecAttrAccessible: CFString { signatureOnly() }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { signatureOnly() }

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    signatureOnly()
}
/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    signatureOnly()
}
/// https://developer.apple.com/documentation/security/secitemdelete(_:)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { signatureOnly() }

private func signatureOnly() -> Never {
    while true {}
}
