import Foundation

/// https://developer.apple.com/documentation/corelocation/cllocation
open class CLLocation: NSObject, @unchecked Sendable {
    override init() { fatalError("a signature only") }

    public var coordinate: CLLocationCoordinate2D { fatalError("a signature only") }
    public var altitude: Double { fatalError("a signature only") }
    public var horizontalAccuracy: Double { fatalError("a signature only") }
    public var verticalAccuracy: Double { fatalError("a signature only") }
    public var course: Double { fatalError("a signature only") }
    public var speed: Double { fatalError("a signature only") }
    public var timestamp: Date { fatalError("a signature only") }
}

/// https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
public struct CLLocationCoordinate2D: Sendable {
    public var latitude: Double
    public var longitude: Double
}
