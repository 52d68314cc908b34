import { documentGaps, routeGaps } from "~/http/api/gaps.server";
import { describeApi } from "~/http/api/openapi.server";
import type { Operation } from "~/http/api/operation.server";
import routes from "../app/routes";
import { TAGS } from "../app/routes/api/v1/document.server";
import { operations } from "../app/routes/api/v1/operations.server";

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "handle" in value;

const files = import.meta.glob<Record<string, unknown>>("../app/routes/api/v1/*.server.ts", { eager: true });
const declared = Object.values(files).flatMap((file) => Object.values(file).flat().filter(isOperation));

/** Operations below /api/v1 that are missing from the OpenAPI document, or not fully described in it. */
export const gaps = [
  ...routeGaps(routes),
  ...documentGaps(describeApi(operations, TAGS), operations, declared, TAGS),
];
