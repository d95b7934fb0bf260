import HTTPServer

extension Endpoint {
    /// The longest form. A thousand uuids take 37 kB, and ten thousand dates 110 kB; a request line
    /// and its header fields have less than 32 KiB.
    private static let formBytesMax = 256 << 10

    /// The same question as a POST, with parameters in the query, in a form, or in both.
    var asForm: Endpoint {
        let parameters = parameters.filter { $0.name != EndpointParameter.person.name }.map { parameter in
            var parameter = parameter
            parameter.isInExamples = parameter.isInExamples || parameter.isRequired
            parameter.isRequired = false
            return parameter
        }
        let form = Content(mediaType: "application/x-www-form-urlencoded", schema: .map(.string))
        return Endpoint(
            .post, template, "\(summary), asked by a form",
            notes: """
                The question of the GET, for parameters that are too long for a request line. They may be in the query, in the \
                form, or in both.
                """,
            tag: tag, parameters: parameters, body: Body(contents: [form], bytesMax: Endpoint.formBytesMax),
            answers: answers, errors: errors + [.missingParameter], writes: false
        ) { [handler] service in
            let answer = handler(service)
            return { request in
                _ = try await service.caller(of: service.presentedCredential(of: request))
                let body = try await request.decodedBody()
                guard body.count <= Endpoint.formBytesMax, let form = HTTPRequest.form(body) else {
                    throw APIError(
                        .malformedRequest, "the body must be a form of at most \(Endpoint.formBytesMax) bytes",
                        hint: "send parameters as in a query, such as type=stepCount&dates=2024-05-01")
                }
                return try await answer(request.adding(form))
            }
        }
    }
}
