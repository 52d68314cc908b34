import { route, prefix } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { documentGaps, routeGaps } from "./api-gaps";
import { describeApi } from "~/api/openapi.server";
import { type Operation, operation } from "~/api/operation.server";

const TAGS = [{ name: "Shelf", description: "Shelves of books." }];
const allowedRoutes = [route("docs", "routes/api/docs.tsx"), route("*", "routes/api/api.ts")];

describe("routes below /api/v1", () => {
  test("allows only the API's route and the reference page", () => {
    expect(routeGaps(prefix("api/v1", allowedRoutes))).toEqual([]);
    expect(routeGaps([...prefix("api/v1", allowedRoutes), route("api/v1x", "routes/x.ts")])).toEqual([]);
    expect(
      routeGaps(prefix("api/v1", [...allowedRoutes, route("books/:id", "routes/api/books.ts")])),
    ).toEqual([expect.stringContaining("/api/v1/books/:id (routes/api/books.ts)")]);
    const nested = [
      route("api", "routes/api.ts", prefix("v1", [...allowedRoutes, route("odd", "routes/odd.ts")])),
    ];
    expect(routeGaps(nested)).toEqual([expect.stringContaining("/api/v1/odd")]);
    expect(routeGaps([])).toHaveLength(2);
  });
});

const shelf = (given: Partial<Operation> = {}): Operation => ({
  ...operation({
    method: "POST",
    path: "/shelves/{shelfId}",
    tag: "Shelf",
    summary: "Put a book on a shelf",
    access: "staff",
    params: z.object({ shelfId: z.string() }),
    body: z.object({
      isbn: z
        .string()
        .min(10)
        .meta({ examples: ["9780143065838"] }),
    }),
    answer: z.object({ done: z.boolean() }),
    handle: async () => ({ done: true }),
  }),
  ...given,
});

const gapsOf = (operations: Operation[], declared = operations) =>
  documentGaps(describeApi(operations, TAGS), operations, declared, TAGS);

test("finds no gaps in a fully described operation", () => {
  expect(gapsOf([shelf()])).toEqual([]);
});

test.each<[string, Partial<Operation>, string]>([
  ["a summary", { summary: " " }, "has no summary"],
  ["a tag with a description", { tag: "Attic" }, "no chapter describes"],
  ["schemas of its path's parameters", { params: undefined }, "does not describe the parameters"],
  ["a schema for its body", { body: z.unknown() }, "has a body without a schema"],
  ["a schema for its answer", { answer: z.unknown() }, "has an answer without a schema"],
  ["no body for a GET", { method: "GET" }, "which a GET cannot"],
  [
    "a valid example",
    { body: z.object({ isbn: z.string().regex(/^\d+$/) }) },
    "breaks its own schema (isbn:",
  ],
])("an operation needs %s", (_, given, gap) => {
  expect(gapsOf([shelf(given)]).join("\n")).toContain(gap);
});

test("finds shared operationIds and unlisted operations", () => {
  expect(gapsOf([shelf(), shelf({ path: "/shelves/shelfId", params: undefined })]).join()).toContain(
    "shares the operationId 'postShelvesShelfId'",
  );
  const left = shelf({ path: "/left/{shelfId}" });
  expect(gapsOf([shelf()], [shelf(), left]).join()).toContain(
    "POST /api/v1/left/{shelfId} is declared and not",
  );
});
