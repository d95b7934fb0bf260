/// Stores characteristics that an app sent, in the same element as those of exports.
public final class CharacteristicWriter: ElementWriter {
    /// Replaces the values of some characteristics. The others stay. A later import replaces all of
    /// them only if its export was made after this call.
    ///
    /// - Parameter values: the value of each identifier, as in an export; empty for none.
    /// - Throws: `HealthDatabaseError` (`unknownPerson`), `PostgresError`. Then nothing is changed.
    public func write(_ values: [String: String]) throws {
        try write(
            "Me", key: "", values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            merged: """
                jsonb_set(
                    known.element, '{attributes}',
                    case when jsonb_typeof(known.element -> 'attributes') = 'object'
                        then known.element -> 'attributes' else '{}' end || (excluded.element -> 'attributes'))
                """, isUnchanged: "(known.element -> 'attributes') @> (excluded.element -> 'attributes')")
    }
}
