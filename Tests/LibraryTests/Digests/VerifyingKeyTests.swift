import Digests
import Foundation
import Testing

/// The examples of RFC 7515.
@Suite struct VerifyingKeyTests {
    private static func bytes(_ text: String) throws -> [UInt8] {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        return Array(try #require(Data(base64Encoded: base64)))
    }

    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    private struct Example {
        var key: VerifyingKey
        var signature: [UInt8]
        var message: [UInt8]
    }

    private static let exponent: [UInt8] = [1, 0, 1]

    /// Appendix A.2.
    private static func modulus() throws -> [UInt8] {
        try bytes(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
                + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2"
                + "R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD"
                + "TW9gb54h4FRWyuXpoQ")
    }

    private static func rsa() throws -> Example {
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
            + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
            + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
            + "cN_IoypGlUPQGe77Rw"
        return Example(
            key: try #require(VerifyingKey(rsaModulus: try modulus(), exponent: exponent)),
            signature: try bytes(signature),
            message: Array("eyJhbGciOiJSUzI1NiJ9.\(payload)".utf8))
    }

    /// Appendix A.3.
    private static func point() throws -> (x: [UInt8], y: [UInt8]) {
        (
            try bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
            try bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
        )
    }

    private static func p256() throws -> Example {
        let (x, y) = try point()
        let numbers = try bytes(
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        return Example(
            key: try #require(VerifyingKey(p256X: x, y: y)),
            signature: try #require(VerifyingKey.signature(p256Numbers: numbers)),
            message: Array("eyJhbGciOiJFUzI1NiJ9.\(payload)".utf8))
    }

    @Test("the examples of the RFC are right, and no other signature, message or key is")
    func examples() throws {
        let all = [try Self.rsa(), try Self.p256()]
        #expect(all.map(\.key.kind) == [.rsa, .p256])
        for (index, one) in all.enumerated() {
            let (key, signature, message) = (one.key, one.signature, one.message)
            #expect(key.isSignature(signature, of: message))
            for position in [0, signature.count / 2, signature.count - 1] {
                var changed = signature
                changed[position] ^= 1
                #expect(!key.isSignature(changed, of: message))
            }
            #expect(!key.isSignature(signature, of: message + [0]) && !key.isSignature([], of: message))
            #expect(
                !key.isSignature(signature + [0], of: message)
                    && !key.isSignature(Array(signature.dropLast()), of: message))
            #expect(!all[1 - index].key.isSignature(signature, of: message))
        }
        let zeros = try #require(VerifyingKey.signature(p256Numbers: [UInt8](repeating: 0, count: 64)))
        #expect(!all[1].key.isSignature(zeros, of: all[1].message))
        for count in [0, 63, 65] {
            #expect(VerifyingKey.signature(p256Numbers: [UInt8](repeating: 1, count: count)) == nil)
        }
    }

    @Test("numbers that are no key of 2,048 to 4,096 bits or on P-256 make no key")
    func wrongKeys() throws {
        let modulus = try Self.modulus()
        for (modulus, exponent) in [
            ([], Self.exponent), (Array(modulus.prefix(255)), Self.exponent),
            (modulus + [UInt8](repeating: 1, count: 257), Self.exponent), (modulus, [UInt8](repeating: 255, count: 9)),
        ] {
            #expect(VerifyingKey(rsaModulus: modulus, exponent: exponent) == nil)
        }
        #expect(VerifyingKey(rsaModulus: [0] + modulus, exponent: Self.exponent) != nil)
        // Points that are not on the curve.
        let (x, y) = try Self.point()
        for (x, y) in [(y, x), (x, x), ([], []), (x + [0], y)] { #expect(VerifyingKey(p256X: x, y: y) == nil) }
        #expect(VerifyingKey(subjectPublicKeyInfo: []) == nil)
    }
}
