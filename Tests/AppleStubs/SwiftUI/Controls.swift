// Views that show and change values.

/// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    public init(_ value: String) { signatureOnly() }
    public init(stringLiteral value: String) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView, Equatable, Sendable {
    public nonisolated init(_ key: LocalizedStringKey) { signatureOnly() }
    public nonisolated init(verbatim content: String) { signatureOnly() }
    @_disfavoredOverload public nonisolated init<Content: StringProtocol>(_ content: Content) { signatureOnly() }
    public nonisolated init(_ date: Date, style: DateStyle) { signatureOnly() }
    public nonisolated static func == (_ first: Text, _ second: Text) -> Bool { signatureOnly() }

    public struct DateStyle: Sendable {
        public static let date = DateStyle()
        public static let time = DateStyle()
        public static let relative = DateStyle()
        public static let timer = DateStyle()
    }
}

/// https://developer.apple.com/documentation/swiftui/image
public struct Image: PrimitiveView, Sendable {
    public nonisolated init(systemName: String) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/label
public struct Label<Title: View, Icon: View>: PrimitiveView {
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { signatureOnly() }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) { signatureOnly() }
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, systemImage name: String) {
        signatureOnly()
    }
}

/// https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button<ButtonLabel: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> ButtonLabel) { signatureOnly() }
    public init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> ButtonLabel
    ) { signatureOnly() }
}

extension Button where ButtonLabel == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { signatureOnly() }
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        signatureOnly()
    }
    @_disfavoredOverload public init<Content: StringProtocol>(
        _ title: Content, action: @escaping @MainActor () -> Void
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/link
public struct Link<LinkLabel: View>: PrimitiveView {
    public init(destination: URL, @ViewBuilder label: () -> LinkLabel) { signatureOnly() }
}

extension Link where LinkLabel == Text {
    public init(_ titleKey: LocalizedStringKey, destination: URL) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/toggle
public struct Toggle<ToggleLabel: View>: PrimitiveView {
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> ToggleLabel) { signatureOnly() }
}

extension Toggle where ToggleLabel == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { signatureOnly() }
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, isOn: Binding<Bool>) {
        signatureOnly()
    }
}

/// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<FieldLabel: View>: PrimitiveView {}

extension TextField where FieldLabel == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { signatureOnly() }
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/securefield
public struct SecureField<FieldLabel: View>: PrimitiveView {}

extension SecureField where FieldLabel == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/picker
public struct Picker<PickerLabel: View, SelectionValue: Hashable, Content: View>: PrimitiveView {}

extension Picker where PickerLabel == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/progressview
public struct ProgressView<ProgressLabel: View, CurrentValueLabel: View>: PrimitiveView {}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where ProgressLabel == EmptyView { signatureOnly() }
    public init(_ titleKey: LocalizedStringKey) where ProgressLabel == Text { signatureOnly() }
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) where ProgressLabel == EmptyView {
        signatureOnly()
    }
    public init<Value: BinaryFloatingPoint>(
        _ titleKey: LocalizedStringKey, value: Value?, total: Value = 1.0
    ) where ProgressLabel == Text { signatureOnly() }
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent
public struct LabeledContent<ContentLabel: View, Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> ContentLabel) { signatureOnly() }
}

extension LabeledContent where ContentLabel == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { signatureOnly() }
    public init<Value: StringProtocol>(_ titleKey: LocalizedStringKey, value: Value) where Content == Text {
        signatureOnly()
    }
}
