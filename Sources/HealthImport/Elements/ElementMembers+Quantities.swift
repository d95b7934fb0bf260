import XMLStream

/// Reads elements whose attributes are quantities. The unit of a quantity is in another attribute.
extension ElementMembers {
    static func sensitivityPoint(_ tag: XMLElement) -> MemberWriter {
        var rest = AttributeValues(tag)
        var members = MemberWriter()
        rest.move("frequencyValue", unitName: "frequencyUnit", to: "frequency", unit: "Hz", of: &members)
        for ear in ["leftEar", "rightEar"] {
            rest.move(ear + "Value", unitName: ear + "Unit", to: ear + "Sensitivity", unit: "dBHL", of: &members)
            if let masked = rest.take(ear + "Masked") { members.flag(ear + "Masked", masked[...]) }
            var range = MemberWriter()
            for bound in ["lowerBound", "upperBound"] {
                let name = ear + "ClampingRange" + bound.prefix(1).uppercased() + bound.dropFirst()
                rest.move(name, unitName: name + "Unit", to: bound, unit: "dBHL", of: &range)
            }
            if !range.isEmpty { members.raw(ear + "ClampingRange", range.object) }
        }
        rest.moveAll(to: &members)
        return members
    }

    /// Returns the members of one eye of a vision prescription.
    static func lens(_ tag: XMLElement) -> MemberWriter {
        var rest = AttributeValues(tag)
        var members = MemberWriter()
        for (name, member, unit) in [
            ("sphere", "sphere", "D"), ("cylinder", "cylinder", "D"), ("axis", "axis", "deg"),
            ("add", "addPower", "D"), ("vertex", "vertexDistance", "mm"), ("farPD", "farPupillaryDistance", "mm"),
            ("nearPD", "nearPupillaryDistance", "mm"), ("baseCurve", "baseCurve", "mm"), ("diameter", "diameter", "mm"),
        ] {
            rest.move(name, unitName: name + "Unit", to: member, unit: unit, of: &members)
        }
        var prism = MemberWriter()
        rest.move("prismAmount", unitName: "prismAmountUnit", to: "amount", unit: "pD", of: &prism)
        rest.move("prismAngle", unitName: "prismAngleUnit", to: "angle", unit: "deg", of: &prism)
        if !prism.isEmpty { members.raw("prism", prism.object) }
        rest.moveAll(to: &members)
        return members
    }
}

/// The attributes of an element that were not read yet, in the order of the element.
private struct AttributeValues {
    private var values: [(name: String, value: [UInt8])]

    init(_ tag: XMLElement) {
        values = (0..<tag.attributeCount).map { (tag.attributeNameText($0), Array(tag.bytes($0))) }
    }

    mutating func take(_ name: String) -> [UInt8]? {
        values.firstIndex { $0.name == name }.map { values.remove(at: $0).value }
    }

    /// Moves two attributes, a number and its unit, to `members` as one quantity. A unit without a
    /// number is not moved.
    mutating func move(
        _ name: String, unitName: String, to member: String, unit: String, of members: inout MemberWriter
    ) {
        guard let value = take(name) else { return }
        members.quantity(
            member, value[...], sentUnit: take(unitName).map { String(decoding: $0, as: UTF8.self) }, unit: unit)
    }

    /// Moves the remaining attributes to `members`, under the names that they have in the element.
    mutating func moveAll(to members: inout MemberWriter) {
        for (name, value) in values { members.string(name, value[...]) }
        values = []
    }
}
