import Foundation
import Testing

@Suite struct UUIDTextTests {
    @Test("what Foundation prints is read back in either case, and nothing else is a uuid")
    func reading() {
        for _ in 0..<1_000 {
            let uuid = UUID()
            #expect(UUID(text: uuid.uuidString) == uuid)
            #expect(UUID(text: uuid.uuidString.lowercased()) == uuid)
        }
        let good = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
        let bad = [
            "", String(good.dropLast()), good + "0", "{\(good)}", good.replacing("-", with: ""),
            good.replacing("b", with: "g"),
            good.replacing("-", with: "_"), "1b4e28ba2-fa1-41d2-883f-0016d3cca427", " " + good.dropFirst(),
        ]
        for text in bad { #expect(UUID(text: text) == nil, "\(text)") }
    }
}
