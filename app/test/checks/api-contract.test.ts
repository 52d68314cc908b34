import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { describeApi } from "~/api/openapi.server";
import { operation } from "~/api/operation.server";
import { checkedFetch } from "./api-contract";
import { listen } from "../servers/loopback";

const document = describeApi(
  [
    operation({
      method: "GET",
      path: "/shelves/{shelfId}",
      tag: "Shelf",
      summary: "A shelf",
      access: "staff",
      params: z.object({ shelfId: z.string() }),
      answer: z.object({ books: z.number().int(), since: z.string().meta({ format: "date-time" }) }),
      handle: async () => ({ books: 1, since: "" }),
    }),
  ],
  [],
);

const GOOD = { books: 3, since: "2026-11-21T10:00:00.000Z" };
const REFUSED = { result: 0, msg: "No" };
let answer: { status?: number; type?: string; headers?: Record<string, string>; body?: unknown } = {};

const listener: RequestListener = (req, res) => {
  const { status = 200, type = "application/json", headers = {}, body } = answer;
  const isDocument = req.url === "/api/v1/openapi.json";
  res.writeHead(isDocument ? 200 : status, {
    "Content-Type": isDocument ? "application/json" : type,
    ...headers,
  });
  res.end(isDocument ? JSON.stringify(document) : typeof body === "string" ? body : JSON.stringify(body));
};
const server = createServer(listener);
let origin: string;
beforeAll(async () => {
  origin = await listen(server);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const call = (path = "/api/v1/shelves/7", method = "GET") => checkedFetch(new URL(path, origin), { method });

test.each<[string, typeof answer, string?, string?]>([
  ["an answer as described", { body: GOOD }],
  ["a described refusal", { status: 404, body: REFUSED }],
  ["a refusal with the required header", { status: 429, body: REFUSED, headers: { "Retry-After": "5" } }],
  ["an unknown path", { status: 404, body: REFUSED }, "/api/v1/nothing"],
  ["another method", { status: 405, body: REFUSED, headers: { Allow: "GET" } }, "/api/v1/shelves/7", "POST"],
  ["a page outside the API", { body: "<p>", type: "text/html" }, "/books"],
])("accepts %s", async (_, given, path, method) => {
  answer = given;
  await expect(call(path, method)).resolves.toBeInstanceOf(Response);
});

test.each<[string, typeof answer, string, string?, string?]>([
  ["an additional field", { body: { ...GOOD, secret: 1 } }, "must NOT have additional properties"],
  ["a missing field", { body: { books: 3 } }, "must have required property 'since'"],
  ["another type", { body: { ...GOOD, books: "3" } }, "must be integer"],
  ["another format", { body: { ...GOOD, since: "yesterday" } }, 'must match format "date-time"'],
  ["an undescribed status", { status: 418, body: REFUSED }, "does not know this status"],
  ["an internal error", { status: 500, body: REFUSED }, "does not know this status"],
  ["a refusal without msg", { status: 404, body: { result: 0 } }, "must have required property 'msg'"],
  ["a rate limit without Retry-After", { status: 429, body: REFUSED }, "without Retry-After"],
  ["HTML", { body: "<p>", type: "text/html" }, "as text/html"],
  ["invalid JSON", { body: "{" }, "not JSON"],
  ["an undescribed path", { body: GOOD }, "is not in the document", "/api/v1/nothing"],
  ["an undescribed method", { body: GOOD }, "is not in the document", undefined, "POST"],
  ["405 without Allow", { status: 405, body: REFUSED }, "without Allow", undefined, "PUT"],
])("rejects %s", async (_, given, complaint, path, method) => {
  answer = given;
  await expect(call(path, method)).rejects.toThrow(complaint);
});
