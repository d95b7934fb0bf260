import HealthCore
import JSON
import XMLStream

/// Reads the points of a route from a GPX file. They become part of the WorkoutRoute that names the
/// file's path. A point that cannot be read is refused, and the other points are kept.
///
/// The format is https://www.topografix.com/GPX/1/1/ and Apple's extensions. Namespaces of names
/// are ignored.
final class RouteReader: FileReader {
    private let points = RouteHandler()
    private let stream = XMLStream(vocabulary: RouteName.allCases.map(\.rawValue))

    func read(_ bytes: [UInt8], count: Int) throws {
        try collect(stream.parse(bytes, count: count))
    }

    func finish() throws -> ExportedFile {
        try collect(stream.finish())
        return .route(json: points.json, refusals: points.refusals)
    }

    private func collect(_ events: XMLEvents) throws {
        do {
            try events.send(to: points)
        } catch let error as XMLStreamError {
            throw ImportRefusal(
                error.code == .limitExceeded ? .fileTooLarge : .malformedFile, line: error.line, error.message)
        }
    }
}

private enum RouteName: String, CaseIterable {
    case gpx, trkpt, lat, lon, ele, time, speed, course, hAcc, vAcc

    /// The member of a location in JSON, which is the name of `CLLocation`'s property. Nil for an
    /// element that is not a field of a point.
    var member: String? {
        switch self {
        case .gpx, .trkpt: nil
        case .lat: "latitude"
        case .lon: "longitude"
        case .ele: "altitude"
        case .time: "timestamp"
        case .speed: "speed"
        case .course: "course"
        case .hAcc: "horizontalAccuracy"
        case .vAcc: "verticalAccuracy"
        }
    }

    /// The greatest magnitude of a coordinate, which every point has. Nil for other fields.
    var degreesMax: Int? {
        switch self {
        case .lat: 90
        case .lon: 180
        default: nil
        }
    }

    /// The fields in the order of the JSON.
    static let fields: [RouteName] = [.time, .lat, .lon, .ele, .speed, .course, .hAcc, .vAcc]
}

/// Collects the points of all tracks of a GPX file, in the order of the file.
private final class RouteHandler: XMLHandler {
    private var bytes = Array("{\"locations\":[".utf8)
    /// The points that cannot be read.
    private(set) var refusals: [ImportRefusal] = []
    /// The number of points that were begun.
    private var pointCount = 0
    private var depth = 0
    /// Depth of the open point. 0 outside of points.
    private var pointDepth = 0
    private var pointLine = 0
    private var values: [RouteName: [UInt8]] = [:]
    /// The open field of the point.
    private var field: RouteName?

    /// Most bytes of JSON of one route: 64 MiB. That is about four days at one point per second.
    static let jsonBytesMax = 64 << 20
    /// The bytes that a refused point counts as.
    private static let refusalBytes = 256
    /// Most bytes of one field.
    static let valueBytesMax = 100

    var json: [UInt8] { bytes + Array("]}".utf8) }

    func startElement(_ tag: XMLElement) throws {
        depth += 1
        let name = RouteName(rawValue: DocumentElement.localName(tag.nameText))
        guard depth > 1 else {
            guard name == .gpx else {
                throw ImportRefusal(.malformedFile, line: tag.line, "the document element is not gpx")
            }
            return
        }
        if pointDepth > 0 {
            field = name?.member == nil ? nil : name
            if let field { values[field] = [] }
        } else if name == .trkpt {
            pointDepth = depth
            pointLine = tag.line
            pointCount += 1
            for name in [RouteName.lat, .lon] {
                if let index = RouteName.allCases.firstIndex(of: name), let attribute = tag.index(of: index) {
                    values[name] = Array(tag.bytes(attribute))
                }
            }
        }
    }

    func characters(_ characters: XMLCharacters) throws {
        guard let field else { return }
        values[field, default: []] += characters.bytes.prefix(RouteHandler.valueBytesMax + 1)
    }

    func endElement(_ name: Int, line: Int) throws {
        field = nil
        if depth == pointDepth {
            pointDepth = 0
            try finishPoint()
            values.removeAll(keepingCapacity: true)
        }
        depth -= 1
    }

    private func finishPoint() throws(ImportRefusal) {
        do throws(Refusal) {
            let location = try location()
            if bytes.last == UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: location)
        } catch {
            refusals.append(
                ImportRefusal(error, path: "", line: pointLine, element: RouteName.trkpt.rawValue))
        }
        guard bytes.count + refusals.count * RouteHandler.refusalBytes <= RouteHandler.jsonBytesMax else {
            throw ImportRefusal(
                .fileTooLarge, line: pointLine, "the route has more than \(RouteHandler.jsonBytesMax) bytes of points")
        }
    }

    /// Returns the open point as JSON.
    private func location() throws(Refusal) -> [UInt8] {
        var location = JSONWriter(capacity: 256)
        var fault: Refusal?
        location.object { location in
            for name in RouteName.fields {
                guard let member = name.member else { continue }
                guard let value = values[name], !value.isEmpty else {
                    if name.degreesMax != nil { fault = refusal(.missingField, name, "is missing") }
                    continue
                }
                if name == .time {
                    guard let instant = Instant(rfc3339: value) else {
                        fault = refusal(.malformedDate, name, "must look like 2024-05-01T10:00:00Z")
                        continue
                    }
                    location.key(member)
                    location.value(instant.rfc3339)
                } else {
                    guard value.count <= RouteHandler.valueBytesMax, let number = DecimalNumber.parse(value[...]),
                        name.degreesMax.map({ abs(number) <= Double($0) }) ?? true
                    else {
                        let range = name.degreesMax.map { " of degrees from -\($0) to \($0)" } ?? ""
                        fault = refusal(.malformedNumber, name, "must be a decimal number" + range)
                        continue
                    }
                    location.key(member)
                    location.value(number)
                }
            }
        }
        if let fault { throw fault }
        return location.bytes
    }

    private func refusal(_ code: Refusal.Code, _ name: RouteName, _ message: String) -> Refusal {
        Refusal(code, field: name.rawValue, "\(name.rawValue) of point \(pointCount) \(message)")
    }
}
