// Views that arrange others.

/// https://developer.apple.com/documentation/swiftui/horizontalalignment
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
    public static let trailing = HorizontalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment
public struct VerticalAlignment: Equatable, Sendable {
    public static let top = VerticalAlignment()
    public static let center = VerticalAlignment()
    public static let bottom = VerticalAlignment()
    public static let firstTextBaseline = VerticalAlignment()
}

/// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    public static let leading = Alignment()
    public static let trailing = Alignment()
    public static let top = Alignment()
    public static let bottom = Alignment()
}

/// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: PrimitiveView {
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/hstack
public struct HStack<Content: View>: PrimitiveView {
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/zstack
public struct ZStack<Content: View>: PrimitiveView {
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/spacer
public struct Spacer: PrimitiveView {
    public nonisolated init(minLength: CGFloat? = nil) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/divider
public struct Divider: PrimitiveView {
    public nonisolated init() { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/scrollview
public struct ScrollView<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {}

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
    public init<Items: RandomAccessCollection, RowContent: View>(
        _ data: Items, @ViewBuilder rowContent: @escaping (Items.Element) -> RowContent
    ) where Content == ForEach<Items, Items.Element.ID, RowContent>, Items.Element: Identifiable { signatureOnly() }
    public init<Items: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Items, id: KeyPath<Items.Element, ID>,
        @ViewBuilder rowContent: @escaping (Items.Element) -> RowContent
    ) where Content == ForEach<Items, ID, RowContent> { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/form
public struct Form<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent: View, Content: View, Footer: View>: PrimitiveView {}

extension Section {
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { signatureOnly() }
}

extension Section where Parent == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) { signatureOnly() }
}

extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) { signatureOnly() }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
}

extension Section where Parent == Text, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { signatureOnly() }
}

// MARK: Navigation

/// https://developer.apple.com/documentation/swiftui/navigationpath
public struct NavigationPath: Sendable {
    public init() { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/navigationstack
public struct NavigationStack<Data, Root: View>: PrimitiveView {
    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/navigationlink
public struct NavigationLink<LinkLabel: View, Destination: View>: PrimitiveView {
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> LinkLabel) { signatureOnly() }
}

extension NavigationLink where LinkLabel == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/tabview
public struct TabView<SelectionValue: Hashable, Content: View>: PrimitiveView {}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) { signatureOnly() }
}
