// Names of Foundation that Apple's platforms have and Linux lacks. HealthKit exports Foundation, so
// this module is where the library finds them.

@_exported import Foundation
@_exported import FoundationNetworking

/// The body of every function here. Only signatures matter, because no program links this module.
func signatureOnly() -> Never {
    while true {}
}

/// An object that apps cannot make themselves.
open class HealthKitObject: NSObject, @unchecked Sendable {
    override init() { signatureOnly() }
}

/// The type of values of which the library uses only the raw value. Apple names their cases.
public enum UnnamedCase: Int, Sendable {
    case first
}

/// https://developer.apple.com/documentation/corefoundation/cfgettypeid(_:)
public func CFGetTypeID(_ object: AnyObject?) -> UInt { signatureOnly() }
/// https://developer.apple.com/documentation/corefoundation/cfbooleangettypeid()
public func CFBooleanGetTypeID() -> UInt { signatureOnly() }
/// https://developer.apple.com/documentation/corefoundation/cfnumberisfloattype(_:)
public func CFNumberIsFloatType(_ number: NSNumber) -> Bool { signatureOnly() }

extension NSSortDescriptor {
    /// https://developer.apple.com/documentation/foundation/nssortdescriptor/init(key:ascending:)
    public convenience init(key: String?, ascending: Bool) { signatureOnly() }
}

extension NSPredicate {
    /// https://developer.apple.com/documentation/foundation/nspredicate/init(format:_:)
    public convenience init(format: String, _ arguments: NSObject...) { signatureOnly() }
    /// A Swift string is passed as `NSString`, which Linux does not do.
    public convenience init(format: String, _ key: String, _ argument: NSObject) { signatureOnly() }
}

extension NSObject {
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkey:)
    public func value(forKey key: String) -> Any? { signatureOnly() }
}
