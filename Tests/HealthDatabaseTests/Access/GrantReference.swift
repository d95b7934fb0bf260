import HealthCore

/// A row of `health.access_grant`, in seconds since 1970.
struct SampleGrant {
    var person: Int32
    var mayRead: Bool
    var mayWrite: Bool
    var allGroups: Bool
    var groups: Set<String>
    var types: Set<Int32>
    var from: Double?
    var to: Double?
    var showsNames: Bool
    var isExpired: Bool
    var isRevoked: Bool

    var isActive: Bool { !isExpired && !isRevoked }

    func covers(_ type: StoredType) -> Bool {
        (allGroups && !["clinical", "reproductive", "routes"].contains(type.group)) || groups.contains(type.group)
            || types.contains(type.id)
    }
}

struct StoredType {
    var id: Int32
    var group: String
    var isInCatalogue: Bool
}

/// The rows that a holder may read. The rule is written in Swift and applied row by row, without
/// the SQL of the store.
struct GrantReference {
    let holder: Int32
    let grants: [SampleGrant]
    let rows: StoredRows

    private func active(_ person: Int32) -> [SampleGrant] { grants.filter { $0.person == person && $0.isActive } }

    func isGranted(_ person: Int32) -> Bool { active(person).contains { $0.mayRead || $0.mayWrite } }

    func showsNames(_ person: Int32) -> Bool {
        let active = active(person).filter { $0.mayRead || $0.mayWrite }
        return !active.isEmpty && active.allSatisfy(\.showsNames)
    }

    func readsEverything(_ person: Int32) -> Bool {
        showsNames(person)
            && active(person).contains {
                $0.mayRead && $0.allGroups && $0.groups.isSuperset(of: ["clinical", "reproductive", "routes"])
                    && $0.from == nil && $0.to == nil
            }
    }

    /// True if the grants with a right together cover the whole range of time.
    private func covers(
        _ right: KeyPath<SampleGrant, Bool>, _ person: Int32, _ type: Int32, from start: Double, to end: Double
    ) -> Bool {
        guard let type = rows.types[type] else { return false }
        let spans = active(person).filter { $0[keyPath: right] && $0.covers(type) }
            .map { (from: $0.from ?? -.infinity, to: $0.to ?? .infinity) }
        var reached = start
        while true {
            guard let next = spans.first(where: { $0.from <= reached && reached < $0.to }) else { return false }
            if next.to >= end { return true }
            reached = next.to
        }
    }

    func reads(_ person: Int32, _ type: Int32, from start: Double, to end: Double) -> Bool {
        covers(\.mayRead, person, type, from: start, to: end)
    }

    func readsAlways(_ person: Int32, _ type: Int32) -> Bool {
        covers(\.mayRead, person, type, from: -.infinity, to: .infinity)
    }

    /// True if a grant covers the type at some time.
    private func touches(_ right: KeyPath<SampleGrant, Bool>, _ person: Int32, _ type: Int32) -> Bool {
        guard let type = rows.types[type] else { return false }
        return active(person).contains { $0[keyPath: right] && $0.covers(type) }
    }

    /// A sample or its tombstone.
    func sees(_ row: StoredRow) -> Bool {
        if readsEverything(row.person) { return true }
        guard let type = row.type else { return false }
        if readsAlways(row.person, type) { return true }
        guard let start = row.start, let end = row.end else { return false }
        return reads(row.person, type, from: start, to: end)
            || isSaved(row) && covers(\.mayWrite, row.person, type, from: start, to: end)
    }

    /// Whether the holder saved the sample, alone or after another holder.
    private func isSaved(_ row: StoredRow) -> Bool {
        row.holder == holder
            || rows["sample_holder"].contains {
                $0.person == row.person && $0.uuid == row.uuid && $0.holder == holder
            }
    }

    func seesSample(_ person: Int32, _ uuid: String?) -> Bool {
        readsEverything(person) || rows.samples[person, default: [:]][uuid ?? ""].map(sees) ?? false
    }

    /// Facts about a type may be read if one of its samples may be read.
    func seesType(_ person: Int32, _ type: Int32) -> Bool {
        if readsEverything(person) || touches(\.mayRead, person, type) { return true }
        return touches(\.mayWrite, person, type)
            && (rows["sample"] + rows["deleted_sample"]).contains {
                $0.person == person && $0.type == type && isSaved($0) && sees($0)
            }
    }

    func seesSource(_ person: Int32, _ source: Int32, type: Int32? = nil) -> Bool {
        if readsEverything(person) { return true }
        let noted = rows["source_type"].contains {
            $0.person == person && $0.source == source && (type == nil || $0.type == type)
                && touches(\.mayRead, person, $0.type ?? 0)
        }
        return noted
            || saved(person, type).contains { rows.sourceOfRevision[person, default: [:]][$0.revision ?? 0] == source }
    }

    func seesDevice(_ person: Int32, _ device: Int32, type: Int32? = nil) -> Bool {
        if readsEverything(person) { return true }
        let noted = rows["device_type"].contains {
            $0.person == person && $0.device == device && (type == nil || $0.type == type)
                && touches(\.mayRead, person, $0.type ?? 0)
        }
        return noted || saved(person, type).contains { $0.device == device }
    }

    /// The samples that the holder saved, of types that the holder may only write.
    private func saved(_ person: Int32, _ type: Int32?) -> [StoredRow] {
        rows["sample"].filter {
            $0.person == person && isSaved($0) && (type == nil || $0.type == type)
                && !touches(\.mayRead, person, $0.type ?? 0) && touches(\.mayWrite, person, $0.type ?? 0)
        }
    }

    func readsGroup(_ person: Int32, _ group: String) -> Bool {
        rows.types.values.filter { $0.isInCatalogue && $0.group == group }.allSatisfy { readsAlways(person, $0.id) }
    }
}

extension GrantReference {
    /// True if the holder may read a row of a personal table; nil for a table without an
    /// expectation.
    func sees(_ row: StoredRow, of table: String) -> Bool? {
        let person = row.person
        guard isGranted(person) else { return false }
        if readsEverything(person) { return true }
        let type = row.type ?? 0
        switch table {
        case "person", "time_zone_report": return true
        case "sample", "deleted_sample": return sees(row)
        case "series_quantity", "aggregate_extreme", "sample_sync":
            return readsAlways(person, type) || seesSample(person, row.uuid)
        case "quantity_series", "workout", "sample_time_zone": return seesSample(person, row.uuid)
        case "recognised_record": return showsNames(person) && seesSample(person, row.sampleUUID)
        case "contained_sample": return seesSample(person, row.containerUUID) && seesSample(person, row.uuid)
        case "sample_detail":
            return seesSample(person, row.uuid) && (showsNames(person) || !row.namesDevice)
        case "mark", "hour", "day": return readsAlways(person, type)
        case "night":
            return readsAlways(person, type)
                && (row.isAggregate != true || rows.aggregateNights.map { readsAlways(person, $0) } ?? false)
        case "sample_extent", "source_priority", "person_sample_type", "preferred_unit", "preference_change":
            return seesType(person, type)
        case "source_type": return seesSource(person, row.source ?? 0, type: type)
        case "device_type": return seesDevice(person, row.device ?? 0, type: type)
        case "source": return showsNames(person) && seesSource(person, row.source ?? 0)
        case "source_kind": return seesSource(person, row.source ?? 0)
        case "source_revision": return seesSource(person, row.source ?? 0)
        case "device": return showsNames(person) && seesDevice(person, row.device ?? 0)
        case "export_element":
            return row.name == "ActivitySummary" && readsGroup(person, "activity")
                || row.name == "Me" && readsGroup(person, "other")
        case "person_unit", "unit_type", "sample_holder", "import", "import_count", "import_file", "import_refusal":
            return false
        default: return nil
        }
    }

    /// Names that are not in the catalogue may be read if samples with them may be read.
    func sees(typeNamed type: StoredType) -> Bool {
        type.isInCatalogue
            || rows["person_sample_type"].contains {
                $0.type == type.id && isGranted($0.person) && seesType($0.person, type.id)
            }
    }

    func sees(unit: Int32) -> Bool {
        rows["person_unit"].contains { had in
            had.unit == unit && isGranted(had.person)
                && (readsEverything(had.person)
                    || rows["unit_type"].contains {
                        $0.person == had.person && $0.unit == unit && seesType($0.person, $0.type ?? 0)
                    })
        }
    }
}
