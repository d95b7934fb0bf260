import Foundation

/// https://developer.apple.com/documentation/corelocation/cllocation
open class CLLocation: NSObject, @unchecked Sendable {
    override init() { signatureOnly() }

    public var coordinate: CLLocationCoordinate2D { signatureOnly() }
    public var altitude: Double { signatureOnly() }
    public var horizontalAccuracy: Double { signatureOnly() }
    public var verticalAccuracy: Double { signatureOnly() }
    public var course: Double { signatureOnly() }
    public var speed: Double { signatureOnly() }
    public var timestamp: Date { signatureOnly() }
}

/// https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
public struct CLLocationCoordinate2D: Sendable {
    public var latitude: Double
    public var longitude: Double
}

private func signatureOnly() -> Never {
    while true {}
}
