/// The attributes of the current tag. Offsets count from the start of the tag in the filter's
/// output.
struct TagAttributes {
    struct Attribute {
        var name: Range<Int>
        var hash: UInt64
        /// True if the name contains blanks.
        var hasBlanks: Bool
        /// The offset after the closing quote.
        var end: Int
    }

    var attributes: [Attribute] = []

    /// The range of the last name. It is empty after a value, and for the element's own name.
    var name = 0..<0
    var hash: UInt64 = 0
    /// True while the last name continues.
    var isInName = false

    /// True if the element's own name has ended.
    private var hasElementName = false
    /// True if only blanks, and no `=`, have followed the last name.
    private var mayGoOn = false
    /// True if the last name contains blanks.
    private var hasBlanks = false

    /// True if two names have the same hash, or if a name contains blanks.
    var mustBeRewritten = false

    /// One bit for each hash seen. For most names, a bit that is not set shows that the name is
    /// new.
    private var hashesSeen: UInt64 = 0

    mutating func reset() {
        attributes.removeAll(keepingCapacity: true)
        name = 0..<0
        isInName = false
        hasElementName = false
        mustBeRewritten = false
        hashesSeen = 0
    }

    /// Begins a word. The word continues the last name if only blanks separate them.
    ///
    /// - Parameter offset: the offset of the word's first byte.
    mutating func beginName(at offset: Int) {
        guard !isInName else { return }
        isInName = true
        if mayGoOn, !name.isEmpty {
            hasBlanks = true
            hash &+= 1
        } else {
            name = offset..<offset
            hash = 0
            hasBlanks = false
        }
    }

    mutating func endName(at offset: Int) {
        guard isInName else { return }
        isInName = false
        mayGoOn = hasElementName
        name = hasElementName ? name.lowerBound..<offset : 0..<0
        hasElementName = true
    }

    /// Ends the last name, so that the next word begins another name.
    mutating func divideNames() { mayGoOn = false }

    /// Begins the value of the attribute with the last name.
    mutating func beginValue() {
        let bit = UInt64(1) << ((hash &* 0x9E37_79B9_7F4A_7C15) >> 58)
        if hashesSeen & bit != 0, attributes.contains(where: { $0.hash == hash }) { mustBeRewritten = true }
        if hasBlanks { mustBeRewritten = true }
        hashesSeen |= bit
        attributes.append(Attribute(name: name, hash: hash, hasBlanks: hasBlanks, end: name.upperBound))
        name = 0..<0
    }

    mutating func endValue(at offset: Int) {
        attributes[attributes.count - 1].end = offset
    }
}

/// An `XMLRepairRule` as bytes.
struct RepairRuleBytes {
    let attribute: [UInt8]
    let secondBecomes: [UInt8]

    init(_ rule: XMLRepairRule) {
        attribute = [UInt8](rule.attribute.utf8)
        secondBecomes = [UInt8](rule.secondBecomes.utf8)
    }
}

extension XMLFilter {
    mutating func filterTag(_ input: FilterInput, _ next: inout Int) -> Bool {
        let start = markupStart ?? 0
        while next < input.count {
            let byte = input[next]
            switch byte {
            case Byte.space, Byte.tab:
                tag.endName(at: offset(of: next) - start)
            case Byte.equals:
                tag.endName(at: offset(of: next) - start)
                tag.divideNames()
            case Byte.lineFeed, Byte.carriageReturn:
                tag.endName(at: offset(of: next) - start)
                tag.divideNames()
                countLineEnd(input, at: next)
            case Byte.quote, Byte.apostrophe:
                return openValue(input, &next)
            case Byte.greater:
                return closeTag(input, &next)
            case Byte.less, Byte.exclamation, Byte.question:
                // Expat must find the same markup here as the filter.
                return fail(.malformed, "a tag contains '<', '!' or '?' outside its attribute values")
            case 0x80..., ..<Byte.space:
                if byte >= 0x80 { tag.beginName(at: offset(of: next) - start) }
                guard repair(input, &next) else { return false }
                continue
            default:
                tag.beginName(at: offset(of: next) - start)
                next = hashName(input, from: next)
                continue
            }
            next += 1
        }
        return true
    }

    /// Hashes the byte at `start`, and the letters and other bytes from 0x40 to 0x7F that follow
    /// it.
    ///
    /// - Returns: the position after the hashed bytes.
    private mutating func hashName(_ input: FilterInput, from start: Int) -> Int {
        var hash = tag.hash
        var position = start
        repeat {
            hash = (hash ^ UInt64(input[position])) &* 0x0000_0100_0000_01B3
            position &+= 1
        } while position < input.count && (0x40..<0x80).contains(input[position])
        tag.hash = hash
        return position
    }

    private mutating func openValue(_ input: FilterInput, _ next: inout Int) -> Bool {
        if tag.isInName { tag.endName(at: offset(of: next) - (markupStart ?? 0)) }
        guard !tag.name.isEmpty else { return fail(.malformed, "a tag has a value without a name") }
        guard tag.attributes.count < limits.attributesMax else {
            return fail(.limitExceeded, "a tag has more than \(limits.attributesMax) attributes")
        }
        tag.beginValue()
        state = .value(input[next])
        next += 1
        return true
    }

    mutating func filterValue(_ input: FilterInput, _ next: inout Int, quote: UInt8) -> Bool {
        while true {
            next = input.firstSpecial(from: next, stop: quote)
            if next == input.count { return true }
            let byte = input[next]
            if byte == quote {
                next += 1
                tag.endValue(at: offset(of: next) - (markupStart ?? 0))
                state = .tag
                return true
            }
            if byte == Byte.less { return fail(.malformed, "'<' in an attribute value") }
            guard repair(input, &next) else { return false }
        }
    }

    private mutating func closeTag(_ input: FilterInput, _ next: inout Int) -> Bool {
        next += 1
        hasTag = true
        let start = markupStart ?? 0
        let length = offset(of: next) - start
        if tag.mustBeRewritten {
            copy(input, upTo: next)
            rewriteTag(at: start)
        }
        return closeMarkup(length)
    }

    /// Renames or drops repeated attributes of the tag at the end of `output`, and replaces blanks
    /// in names by `XMLAttributeName.blank`. Keeps line ends.
    private mutating func rewriteTag(at start: Int) {
        let bytes = output[start...]
        func name(_ attribute: TagAttributes.Attribute) -> ArraySlice<UInt8> {
            bytes[start + attribute.name.lowerBound..<start + attribute.name.upperBound]
        }
        var mayRename =
            rule.map { rule in
                !tag.attributes.contains { name($0).elementsEqual(rule.secondBecomes) }
            } ?? false
        var rewritten: [UInt8] = []
        var kept = start
        for (index, attribute) in tag.attributes.enumerated() {
            let earlier = tag.attributes[..<index]
            guard earlier.contains(where: { $0.hash == attribute.hash && name($0) == name(attribute) }) else {
                guard attribute.hasBlanks else { continue }
                rewritten += bytes[kept..<start + attribute.name.lowerBound]
                for byte in name(attribute) {
                    if byte == Byte.space || byte == Byte.tab {
                        rewritten += XMLAttributeName.blank.utf8
                    } else {
                        rewritten.append(byte)
                    }
                }
                kept = start + attribute.name.upperBound
                repairs.renamedAttributes += 1
                continue
            }
            if mayRename, let rule, name(attribute).elementsEqual(rule.attribute) {
                mayRename = false
                rewritten += bytes[kept..<start + attribute.name.lowerBound] + rule.secondBecomes
                kept = start + attribute.name.upperBound
                repairs.renamedAttributes += 1
            } else {
                let end = start + tag.attributes[index - 1].end
                rewritten += bytes[kept..<end]
                kept = start + attribute.end
                rewritten += bytes[end..<kept].filter { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
                repairs.droppedAttributes += 1
            }
        }
        rewritten += bytes[kept...]
        output.replaceSubrange(start..., with: rewritten)
    }
}
