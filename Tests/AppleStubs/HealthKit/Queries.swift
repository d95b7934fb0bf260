import CoreLocation

/// https://developer.apple.com/documentation/healthkit/hkquery
open class HKQuery: HealthKitObject, @unchecked Sendable {
    public class func predicateForObject(with uuid: UUID) -> NSPredicate { signatureOnly() }
    public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate { signatureOnly() }
    public class func predicateForSamples(
        withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate { signatureOnly() }
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate { signatureOnly() }
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkqueryoptions
public struct HKQueryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public let HKObjectQueryNoLimit = 0
public let HKSampleSortIdentifierStartDate = ""
public let HKPredicateKeyPathStartDate = ""

/// https://developer.apple.com/documentation/healthkit/hkqueryanchor
open class HKQueryAnchor: HealthKitObject, NSSecureCoding, @unchecked Sendable {
    public required init?(coder: NSCoder) { signatureOnly() }
    public func encode(with coder: NSCoder) { signatureOnly() }
    public static var supportsSecureCoding: Bool { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkdeletedobject
open class HKDeletedObject: HealthKitObject, @unchecked Sendable {
    public var uuid: UUID { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkanchoredobjectquery
open class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    public init(
        type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hksamplequery
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    public init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkobserverquery
open class HKObserverQuery: HKQuery, @unchecked Sendable {
    public init(
        sampleType: HKSampleType, predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) { signatureOnly() }
}
public typealias HKObserverQueryCompletionHandler = () -> Void

// MARK: Queries for Swift concurrency

/// https://developer.apple.com/documentation/healthkit/hksamplepredicate
public struct HKSamplePredicate<Sample: HKSample> {
    public static func quantitySample(
        type: HKQuantityType, predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> { signatureOnly() }
}

/// The sequence of results of the queries below.
public struct ResultSequence<Element: Sendable>: AsyncSequence, Sendable {
    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async throws -> Element? { signatureOnly() }
    }
    public func makeAsyncIterator() -> Iterator { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkquantityseriessamplequerydescriptor
public struct HKQuantitySeriesSampleQueryDescriptor {
    public struct Result: Sendable {
        public let dateInterval: DateInterval
        public let quantity: HKQuantity
    }
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>, options: HKQuantitySeriesSampleQueryOptions = []
    ) { signatureOnly() }
    public func results(for healthStore: HKHealthStore) -> ResultSequence<Result> { signatureOnly() }
}
public struct HKQuantitySeriesSampleQueryOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/healthkit/hkworkoutroutequerydescriptor
public struct HKWorkoutRouteQueryDescriptor {
    public init(_ workoutRoute: HKWorkoutRoute) { signatureOnly() }
    public func results(for healthStore: HKHealthStore) -> ResultSequence<CLLocation> { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkheartbeatseriesquerydescriptor
public struct HKHeartbeatSeriesQueryDescriptor {
    /// https://developer.apple.com/documentation/healthkit/hkheartbeatseriesquerydescriptor/heartbeat
    public struct Heartbeat: Hashable, Sendable {
        public let timeIntervalSinceStart: TimeInterval
        public let precededByGap: Bool
    }
    public init(_ heartbeatSeries: HKHeartbeatSeriesSample) { signatureOnly() }
    public func results(for healthStore: HKHealthStore) -> ResultSequence<Heartbeat> { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkelectrocardiogramquerydescriptor
public struct HKElectrocardiogramQueryDescriptor {
    public init(_ electrocardiogram: HKElectrocardiogram) { signatureOnly() }
    public func results(
        for healthStore: HKHealthStore
    ) -> ResultSequence<HKElectrocardiogram.VoltageMeasurement> { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkactivitysummaryquerydescriptor
public struct HKActivitySummaryQueryDescriptor {
    public init(predicate: NSPredicate?) { signatureOnly() }
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] { signatureOnly() }
}

/// https://developer.apple.com/documentation/healthkit/hkattachmentstore
open class HKAttachmentStore: NSObject {
    public init(healthStore: HKHealthStore) { signatureOnly() }
    public func attachments(for object: HKObject) async throws -> [HKAttachment] { signatureOnly() }
}
public final class HKAttachment: HealthKitObject, @unchecked Sendable {
    public var identifier: UUID { signatureOnly() }
}
