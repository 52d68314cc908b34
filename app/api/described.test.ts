import { expect, test } from "vitest";
import { documentGaps, routeGaps } from "~/test/checks/api-gaps";
import { describeApi } from "~/api/openapi.server";
import type { Operation } from "~/api/operation.server";
import routes from "../routes";
import { TAGS } from "./document.server";
import { operations } from "./operations.server";

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "handle" in value;

test("every operation below /api/v1 is in the OpenAPI document, fully described", () => {
  const files = import.meta.glob<Record<string, unknown>>("./operations/*.server.ts", { eager: true });
  const declared = Object.values(files).flatMap((file) => Object.values(file).flat().filter(isOperation));
  expect(routeGaps(routes)).toEqual([]);
  expect(documentGaps(describeApi(operations, TAGS), operations, declared, TAGS)).toEqual([]);
});
