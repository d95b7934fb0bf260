extension RandomAccessCollection {
    /// Returns the index of the first element that does not satisfy `isBefore`, or the end. All
    /// elements that satisfy it must come before those that do not.
    func partitionPoint(_ isBefore: (Element) -> Bool) -> Index {
        var (low, length) = (startIndex, count)
        while length > 0 {
            let middle = index(low, offsetBy: length / 2)
            if isBefore(self[middle]) {
                (low, length) = (index(after: middle), length - length / 2 - 1)
            } else {
                length /= 2
            }
        }
        return low
    }
}
