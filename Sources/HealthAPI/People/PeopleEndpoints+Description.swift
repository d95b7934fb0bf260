import HTTPServer
import HealthDatabase

extension Endpoint {
    static let getPeople = Endpoint(
        .get, "/v1/people", "The people of the store, by name", tag: .people,
        access: .operators,
        answers: [
            .ok("The people.", .json(.object(required: ["people": .array(of: .storedPerson)])))
        ], handler: HealthService.getPeople)

    static let postPerson = Endpoint(
        .post, "/v1/people", "Adds a person", tag: .people, access: .operators,
        body: .personName,
        answers: [
            Answer(
                status: .created, meaning: "The new person.", contents: [.json(.storedPerson)], headers: [.location])
        ], errors: nameErrors + [.personExists], handler: HealthService.postPerson)

    static let patchPerson = Endpoint(
        .patch, "/v1/people/{uuid}", "Renames a person", tag: .people, access: .operators,
        parameters: [.personUUID], body: .personName, answers: [.ok("The person.", .json(.storedPerson))],
        errors: nameErrors + [.personExists, .noSuchPerson, .malformedParameter], handler: HealthService.patchPerson)

    static let deletePerson = Endpoint(
        .delete, "/v1/people/{uuid}", "Erases a person with all data",
        notes: "The body repeats the person's name. After the answer, the person can no longer be read or written. "
            + "The service then deletes the rows in the background.",
        tag: .people, access: .operators, parameters: [.personUUID], body: .personName,
        answers: [
            Answer(
                status: .accepted, meaning: "The erasing has begun.",
                contents: [.json(.object(required: ["status": .choice(["erasing"])]))])
        ], errors: nameErrors + [.wrongName, .noSuchPerson, .noErasing, .malformedParameter],
        handler: HealthService.deletePerson)

    private static let nameErrors: [ErrorCode] = [.malformedJSON, .missingField, .malformedField, .malformedName]
}

extension Parameter {
    fileprivate static let personUUID = Parameter(
        name: "uuid", location: .path, schema: .uuid, isRequired: true, meaning: "The person's uuid.",
        example: "1b4e28ba-2fa1-41d2-883f-0016d3cca427")
}

extension Endpoint.Body {
    fileprivate static let personName = Endpoint.Body(
        contents: [
            .json(
                .component(
                    Component(name: "PersonName", schema: .object(required: ["name": .string]), isSent: true)),
                example: #"{"name": "Alex"}"#)
        ], bytesMax: HealthService.nameBodyBytesMax)
}

extension Schema {
    fileprivate static let storedPerson = Schema.named(
        "Person", .object(required: ["uuid": .uuid, "name": .string]))
}
