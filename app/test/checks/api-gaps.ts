import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type ApiDocument, operationId, type Tag } from "~/api/openapi.server";
import type { Operation } from "~/api/operation.server";
import { type JsonSchema, resolver } from "~/api/schema-example";

/** The only routes below /api/v1: any other would be missing from the document. */
const API_ROUTES: Record<string, string> = {
  "api/v1/*": "routes/api/api.ts",
  "api/v1/docs": "routes/api/docs.tsx",
};

/** What is wrong with the JSON API's routes: each message names one. */
export function routeGaps(routes: RouteConfigEntry[]): string[] {
  const found = flatten(routes).filter(({ path }) => /^api\/v1(?:\/|$)/.test(path));
  return [
    ...found
      .filter(({ path, file }) => API_ROUTES[path] !== file)
      .map(
        ({ path, file }) =>
          `/${path} (${file}) is a route outside the API's dispatcher: declare it as an operation in api/operations`,
      ),
    ...Object.keys(API_ROUTES)
      .filter((path) => !found.some((route) => route.path === path))
      .map((path) => `/${path} has no route`),
  ];
}

function flatten(routes: RouteConfigEntry[], above = ""): { path: string; file: string }[] {
  return routes.flatMap(({ path = "", file, children = [] }) => {
    const whole = [above, path.replace(/^\/|\/$/g, "")].filter(Boolean).join("/");
    return [{ path: whole, file }, ...flatten(children, whole)];
  });
}

/**
 * What the API's document leaves out: each message names one call and what it lacks.
 * @param declared every operation that the files of api/operations export, listed or not
 */
export function documentGaps(
  { paths, components }: ApiDocument,
  operations: readonly Operation[],
  declared: readonly Operation[],
  tags: readonly Tag[],
): string[] {
  const resolve = resolver(components.schemas);
  const isEmpty = (given: JsonSchema | undefined): boolean => {
    const schema = given && resolve(given);
    return (
      !schema ||
      Object.keys(schema).every((key) => key === "description") ||
      [schema.anyOf ?? [], schema.items ?? []].flat().some(isEmpty)
    );
  };
  const ids = operations.map(operationId);

  function gapsOf(operation: Operation, i: number): string[] {
    const { method, path, tag, summary, params, body, access } = operation;
    const call = paths[`/api/v1${path}`]?.[method === "GET" ? "get" : "post"];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = call?.parameters?.filter((one) => one.in === "path").map(({ name }) => name) ?? [];
    const content = Object.values(call?.requestBody?.content ?? {})[0];
    const answer = call?.responses["200"];
    const answerSchema =
      answer && "content" in answer ? Object.values(answer.content ?? {})[0]?.schema : undefined;
    const example = body && content && !operation.multipart ? body.safeParse(content.example) : undefined;
    return [
      !call && "is missing from the document",
      !summary.trim() && "has no summary",
      !tags.some(({ name, description }) => name === tag && description.trim()) &&
        `has the tag '${tag}', which no chapter describes`,
      ids.indexOf(ids[i]!) !== i && `shares the operationId '${ids[i]}'`,
      described.join() !== inPath.join() && "does not describe the parameters of its path",
      method === "GET" && body && "takes a body, which a GET cannot",
      content && isEmpty(content.schema) && "has a body without a schema",
      isEmpty(answerSchema) && "has an answer without a schema",
      access !== "public" && params && !inPath.length && "has parameters that its path does not name",
      example?.success === false &&
        `has an example that breaks its own schema (${example.error.issues[0]!.path.join(".")}: ${example.error.issues[0]!.message}): give the field .meta({ examples: […] })`,
    ]
      .filter((gap) => typeof gap === "string")
      .map((gap) => `${method} /api/v1${path} ${gap}`);
  }

  return [
    ...operations.flatMap(gapsOf),
    ...declared
      .filter((operation) => !operations.includes(operation))
      .map(
        ({ method, path }) => `${method} /api/v1${path} is declared and not listed in operations.server.ts`,
      ),
  ];
}
