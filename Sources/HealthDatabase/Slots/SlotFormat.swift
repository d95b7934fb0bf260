/// The version of everything that slots are made by: the packed figures of days, the columns of hours, and what they mean.
public enum SlotFormat {
    /// Slots of any other version are of no use: figures are made from samples then, until slots are made again.
    public static let current: Int32 = 2
}
