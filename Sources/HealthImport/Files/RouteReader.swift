import HealthCore
import JSONReader
import XMLStream

/// Reads the points of a route from a GPX file. They become part of the WorkoutRoute that names the
/// file's path.
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
        return .route(json: points.json)
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

    /// The fields in the order of the JSON.
    static let fields: [RouteName] = [.time, .lat, .lon, .ele, .speed, .course, .hAcc, .vAcc]
}

/// Collects the points of all tracks of a GPX file, in the order of the file.
private final class RouteHandler: XMLHandler {
    private var bytes = Array("{\"locations\":[".utf8)
    private var isFirst = true
    private var depth = 0
    /// Depth of the open point. 0 outside of points.
    private var pointDepth = 0
    private var pointLine = 0
    private var values: [RouteName: [UInt8]] = [:]
    /// The open field of the point.
    private var field: RouteName?

    /// Most bytes of JSON of one route: 64 MiB. That is about four days at one point per second.
    static let jsonBytesMax = 64 << 20
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
            for name in [RouteName.lat, .lon] {
                guard let index = RouteName.allCases.firstIndex(of: name), let attribute = tag.index(of: index)
                else {
                    throw ImportRefusal(
                        .missingField, line: tag.line, field: name.rawValue, "the trkpt has no \(name.rawValue)")
                }
                values[name] = Array(tag.bytes(attribute))
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
        var location = JSONWriter(capacity: 256)
        var fault: ImportRefusal?
        location.object { location in
            for name in RouteName.fields {
                guard let member = name.member, let value = values[name], !value.isEmpty else { continue }
                if name == .time {
                    guard let instant = Instant(rfc3339: value) else {
                        fault = refusal(.malformedDate, name, "must look like 2024-05-01T10:00:00Z")
                        continue
                    }
                    location.key(member)
                    location.value(instant.rfc3339)
                } else {
                    let limit: Double? = name == .lat ? 90 : name == .lon ? 180 : nil
                    guard value.count <= RouteHandler.valueBytesMax, let number = DecimalNumber.parse(value[...]),
                        limit.map({ abs(number) <= $0 }) ?? true
                    else {
                        fault = refusal(
                            .malformedNumber, name, "must be a decimal number" + (limit == nil ? "" : " of degrees"))
                        continue
                    }
                    location.key(member)
                    location.value(number)
                }
            }
        }
        if let fault { throw fault }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(contentsOf: location.bytes)
        guard bytes.count <= RouteHandler.jsonBytesMax else {
            throw ImportRefusal(
                .fileTooLarge, line: pointLine, "the route has more than \(RouteHandler.jsonBytesMax) bytes of points")
        }
    }

    private func refusal(_ code: Refusal.Code, _ name: RouteName, _ message: String) -> ImportRefusal {
        ImportRefusal(code, line: pointLine, field: name.rawValue, "\(name.rawValue) of a trkpt \(message)")
    }
}
