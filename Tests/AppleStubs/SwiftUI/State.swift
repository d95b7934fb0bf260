// Property wrappers.

/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) { signatureOnly() }
    public init(initialValue value: Value) { signatureOnly() }
    public var wrappedValue: Value {
        get { signatureOnly() }
        nonmutating set { signatureOnly() }
    }
    public var projectedValue: Binding<Value> { signatureOnly() }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
    public init() { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { signatureOnly() }
    public static func constant(_ value: Value) -> Binding<Value> { signatureOnly() }
    public var wrappedValue: Value {
        get { signatureOnly() }
        nonmutating set { signatureOnly() }
    }
    public var projectedValue: Binding<Value> { signatureOnly() }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        signatureOnly()
    }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/bindable
@available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
    public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { signatureOnly() }
    public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable { signatureOnly() }
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { signatureOnly() }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        signatureOnly()
    }
}

/// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { signatureOnly() }
    /// An object that is marked `@Observable`.
    @available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable { signatureOnly() }
    public var wrappedValue: Value { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues: Sendable {
    public var openURL: OpenURLAction { signatureOnly() }
    public var dismiss: DismissAction { signatureOnly() }
    public var scenePhase: ScenePhase { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/openurlaction
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
    public func callAsFunction(_ url: URL) { signatureOnly() }
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/dismissaction
@MainActor @preconcurrency public struct DismissAction: Sendable {
    public func callAsFunction() { signatureOnly() }
}
