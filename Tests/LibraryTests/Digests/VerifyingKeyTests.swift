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

    /// Appendix A.2.
    private static func rsa() throws -> (VerifyingKey, signature: [UInt8], message: [UInt8]) {
        let modulus =
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
            + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2"
            + "R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD"
            + "TW9gb54h4FRWyuXpoQ"
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
            + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
            + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
            + "cN_IoypGlUPQGe77Rw"
        return (
            .rsa(modulus: try bytes(modulus), exponent: try bytes("AQAB")), try bytes(signature),
            Array("eyJhbGciOiJSUzI1NiJ9.\(payload)".utf8)
        )
    }

    /// Appendix A.3.
    private static func p256() throws -> (VerifyingKey, signature: [UInt8], message: [UInt8]) {
        (
            .p256(
                x: try bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                y: try bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")),
            try bytes("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
            Array("eyJhbGciOiJFUzI1NiJ9.\(payload)".utf8)
        )
    }

    @Test("the examples of the RFC are right, and no other signature, message or key is")
    func examples() throws {
        let all = [try Self.rsa(), try Self.p256()]
        for (index, (key, signature, message)) in all.enumerated() {
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
            #expect(!all[1 - index].0.isSignature(signature, of: message))
        }
        let zeros = [UInt8](repeating: 0, count: 64)
        #expect(!all[1].0.isSignature(zeros, of: all[1].message))
    }

    @Test("numbers that are no key verify nothing")
    func wrongKeys() throws {
        let (rsa, p256) = (try Self.rsa(), try Self.p256())
        guard case .rsa(let modulus, _) = rsa.0, case .p256(let x, let y) = p256.0 else { return }
        let keys: [VerifyingKey] = [
            .rsa(modulus: [], exponent: [1, 0, 1]), .rsa(modulus: modulus, exponent: []),
            .rsa(modulus: Array(modulus.prefix(128)), exponent: [1, 0, 1]),
            .rsa(modulus: modulus + [UInt8](repeating: 1, count: 1_024), exponent: [1, 0, 1]),
            .rsa(modulus: modulus, exponent: [UInt8](repeating: 255, count: 9)),
        ]
        for key in keys { #expect(!key.isSignature(rsa.signature, of: rsa.message)) }
        // Points that are not on the curve.
        for key in [VerifyingKey.p256(x: y, y: x), .p256(x: x, y: x), .p256(x: [], y: []), .p256(x: x + [0], y: y)] {
            #expect(!key.isSignature(p256.signature, of: p256.message))
        }
    }
}
