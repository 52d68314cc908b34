import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { isPublic } from "~/api/operation.server";
import { operationId } from "~/api/openapi.server";
import { referenceOf } from "~/api/reference.server";
import { bodyRules } from "~/http/listeners/connections/body-sizes";
import { apiDocument } from "./document.server";
import { operations } from "./operations.server";

const document = apiDocument(operations);
const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test("the document is valid OpenAPI 3.1, and its references exist", async () => {
  const validator = new Validator();
  const outcome = await validator.validate(structuredClone(document) as never);
  expect(outcome.errors).toBeUndefined();
  expect(outcome.valid).toBe(true);
  expect(validator.version).toBe("3.1");
  const text = JSON.stringify(document);
  for (const [, section, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    expect(document.components[section as "schemas"], `${section}/${name}`).toHaveProperty(name!);
});

test("the document has each operation once, with its body and its answers", () => {
  expect(calls.map((call) => call.operationId).sort()).toEqual(operations.map(operationId).sort());
  for (const operation of operations) {
    const methods = document.paths[`/api/v1${operation.path}`]!;
    const call = methods[operation.method === "GET" ? "get" : "post"]!;
    const name = `${operation.method} ${operation.path}`;
    const type = operation.multipart ? "multipart/form-data" : "application/json";
    expect([name, Object.keys(call.requestBody?.content ?? {})]).toEqual([
      name,
      operation.body ? [type] : [],
    ]);
    // Such a body is larger than others may be.
    const sent = { method: "POST", url: `/api/v1${operation.path}`, contentType: `${type}; boundary=x` };
    expect([name, bodyRules(sent).kind]).toEqual([name, operation.multipart ? "upload" : "ordinary"]);
    expect([name, call["x-access"]]).toEqual([name, operation.access]);
    const isGuarded = ["member", "customer", "staff"].includes(operation.access);
    const statuses = Object.keys(call.responses);
    expect([name, statuses.includes("401") || !isGuarded]).toEqual([name, true]);
    expect([name, statuses.includes("304")]).toEqual([name, isPublic(operation)]);
    expect([name, statuses]).toEqual([name, expect.arrayContaining(["200", "429", "503"])]);
  }
});

test("security says which calls need a login", () => {
  for (const call of calls) {
    const expected = {
      public: [],
      anyone: [{}, { bearer: [] }, { session: [] }],
      member: undefined,
      customer: undefined,
      staff: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    }[call["x-access"]];
    expect([call.operationId, call.security]).toEqual([call.operationId, expected]);
  }
});

test("shared schemas have chosen names, not generated ones", () => {
  const names = Object.keys(document.components.schemas);
  expect(names).toEqual(expect.arrayContaining(["Refusal", "Result", "CartItem", "SignedIn"]));
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
});

test("a nullable enumeration has null among its values", () => {
  const enumerations = [
    ...JSON.stringify(document).matchAll(/"type":\["string","null"\],"enum":(\[[^\]]*\])/g),
  ];
  expect(enumerations.length).toBeGreaterThan(0);
  for (const [, values] of enumerations) expect(JSON.parse(values!)).toContain(null);
});

test("the reference shows every call in its chapter", () => {
  const { chapters, statuses } = referenceOf(document);
  const shown = chapters.flatMap((chapter) => chapter.calls);
  expect(shown.map(({ id }) => id).sort()).toEqual(operations.map(operationId).sort());
  const anchors = new Set(statuses.map(({ id }) => id));
  for (const call of shown) {
    expect(call.curl).toMatch(/^curl (?:-X POST )?"\$SHOP\/api\/v1\/[^"{}]*"/);
    for (const { id, description } of call.statuses)
      expect([call.id, description || anchors.has(id)]).not.toContain(false);
  }
});
