/// The version of the format of slots: the packed figures of days, the columns of hours, and their
/// meaning.
public enum SlotFormat {
    /// Slots of another version are not used: figures come from samples until the slots are made
    /// again.
    public static let current: Int32 = 2
}
