/// The version of the format of slots. It covers the array of figures of days, the columns of
/// hours, and the meaning of all figures.
public enum SlotFormat {
    /// The version that this program reads and writes. Slots of another version are not used.
    /// Figures then come from samples until the slots have been recomputed.
    public static let current: Int32 = 4
}
