// The names of SwiftUI that the library's views and a small app use. With this module,
// `canImport(SwiftUI)` is true, so views are type-checked on Linux. It is never linked.

@_exported import Foundation
@_exported import Observation

/// The body of every function here.
func signatureOnly() -> Never {
    while true {}
}

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { signatureOnly() }
}

/// A view whose content SwiftUI draws itself.
@MainActor @preconcurrency public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { signatureOnly() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { signatureOnly() }
    public static func buildBlock() -> EmptyView { signatureOnly() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { signatureOnly() }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { signatureOnly() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { signatureOnly() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { signatureOnly() }
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { signatureOnly() }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { signatureOnly() }
}

public struct TupleView<Content>: PrimitiveView {}
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: PrimitiveView {}
public struct EmptyView: PrimitiveView {
    public nonisolated init() { signatureOnly() }
}
public struct AnyView: PrimitiveView {
    public init<Content: View>(_ view: Content) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/group
public struct Group<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Items: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(_ data: Items, @ViewBuilder content: @escaping (Items.Element) -> Content)
    where Items.Element: Identifiable, ID == Items.Element.ID { signatureOnly() }
    public init(
        _ data: Items, id: KeyPath<Items.Element, ID>, @ViewBuilder content: @escaping (Items.Element) -> Content
    ) { signatureOnly() }
}

// MARK: App

/// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { signatureOnly() }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder content: () -> Content) { signatureOnly() }
    public var body: Never { signatureOnly() }
}

extension Scene {
    /// https://developer.apple.com/documentation/swiftui/scene/onchange(of:initial:_:)-9ndev
    @available(iOS 17.0, macOS 14.0, watchOS 10.0, *)
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some Scene { self }
}

/// https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}
