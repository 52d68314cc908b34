import type {
  Chapter,
  Field,
  Reference,
  ReferenceCall,
  ReferenceEvent,
  Status,
} from "~/page-data/api-reference";
import type { ApiCall, ApiDocument, ApiResponse } from "./openapi.server";
import { ACCESS_WORDS, PLAIN_ANSWER } from "./openapi.server";

import { exampleOf, type JsonSchema, type Resolve, resolver } from "./schema-example";

/** The content of the reference page, all taken from the document, so that the two always agree. */
export function referenceOf(document: ApiDocument): Reference {
  return { chapters: chaptersOf(document), statuses: statusesOf(document), events: eventsOf(document) };
}

/** The answers that many calls share, described once. */
function statusesOf({ paths, components }: ApiDocument): Status[] {
  const responses = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((call) => Object.entries(call.responses)),
  );
  return Object.entries(components.responses)
    .map(([id, { description }]) => ({
      id: `status-${id}`,
      status: responses.find(([, response]) => "$ref" in response && nameOf(response) === id)?.[0] ?? "",
      description,
    }))
    .sort((a, b) => Number(a.status) - Number(b.status));
}

/** What the shop posts to other servers. */
function eventsOf(document: ApiDocument): ReferenceEvent[] {
  const resolve = resolver(document.components.schemas);
  return Object.entries(document.webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody.content["application/json"]!;
    return {
      id: post.operationId,
      type,
      summary: post.summary,
      fields: fieldsOf(schema, resolve),
      example: JSON.stringify(example, null, 2),
    };
  });
}

function chaptersOf(document: ApiDocument): Chapter[] {
  const resolve = resolver(document.components.schemas);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      tag: call.tags[0],
      call: describeCall(resolve, method.toUpperCase(), path, call),
    })),
  );
  return document.tags.map(({ name, description }) => ({
    id: `chapter-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`,
    name,
    description,
    calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
  }));
}

function describeCall(resolve: Resolve, method: string, path: string, call: ApiCall): ReferenceCall {
  const answer = call.responses["200"] as ApiResponse;
  const [mediaType, body] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  const schema = answerSchema(answer, resolve);
  return {
    id: call.operationId,
    method,
    path,
    summary: call.summary,
    description: call.description.split("\n\n").filter((line) => !line.startsWith("For: ")),
    access: ACCESS_WORDS[call["x-access"]],
    parameters: (call.parameters ?? []).map((one) => ({
      ...field(one.name, { description: one.description, ...one.schema }, one.required ?? false, resolve, 0),
      place: one.in,
    })),
    body: body && { mediaType: mediaType!, fields: fieldsOf(body.schema, resolve) },
    answer: {
      type: typeOf(schema, resolve),
      description: answer.description === PLAIN_ANSWER ? "" : answer.description,
      fields: fieldsOf(schema, resolve),
      example: JSON.stringify(exampleOf(schema, resolve), null, 2),
    },
    statuses: Object.entries(call.responses)
      .filter(([status]) => status !== "200")
      .map(([status, response]) =>
        "$ref" in response
          ? { status, id: `status-${nameOf(response)}`, description: "" }
          : { status, id: "", description: response.description },
      ),
    curl: curlOf(method, path, call, mediaType),
  };
}

/** The schema of a 200 without a refusal. */
function answerSchema(answer: ApiResponse, resolve: Resolve): JsonSchema {
  const [{ schema }] = Object.values(answer.content!) as [{ schema: JsonSchema }];
  const isRefusal = (choice: JsonSchema) => choice.$ref?.endsWith("/Refusal") ?? false;
  const choices = resolve(schema).anyOf;
  return choices?.length === 2 && isRefusal(choices[1]!) ? choices[0]! : schema;
}

const MAX_DEPTH = 6;

/** The fields of a schema: an object's own, those of a list's items, those of each alternative. */
function fieldsOf(given: JsonSchema, resolve: Resolve, depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const schema = resolve(given);
  if (schema.items) return fieldsOf(schema.items, resolve, depth);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((choice) => fieldsOf(choice, resolve, depth));
  return Object.entries(schema.properties ?? {}).map(([name, child]) =>
    field(name, child, schema.required?.includes(name) ?? false, resolve, depth),
  );
}

function field(name: string, given: JsonSchema, required: boolean, resolve: Resolve, depth: number): Field {
  const schema = resolve(given);
  return {
    name,
    required,
    type: typeOf(given, resolve),
    description: [schema.description?.replace(/[^.!?)]$/, "$&."), limitsOf(schema)].filter(Boolean).join(" "),
    fields: fieldsOf(given, resolve, depth + 1),
  };
}

const nameOf = ({ $ref }: JsonSchema) => $ref?.slice($ref.lastIndexOf("/") + 1);

function typeOf(given: JsonSchema, resolve: Resolve): string {
  const schema = resolve(given);
  const name = nameOf(given);
  if (schema.items) return `list of ${typeOf(schema.items, resolve)}`;
  if (name) return name;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeOf(choice, resolve)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.format === "binary") return "file";
  const plain = [schema.type ?? "anything"].flat().join(" or ");
  if (plain === "object" && typeof schema.additionalProperties === "object")
    return `object: by name, ${typeOf(schema.additionalProperties, resolve)}`;
  return schema.format ? `${plain}, ${schema.format}` : plain;
}

/** e.g. "1 to 100 characters." */
function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems } = schema;
  const above = schema.exclusiveMinimum === undefined ? "" : `more than ${schema.exclusiveMinimum}`;
  const limits = [
    span(schema.minimum, schema.maximum, ""),
    above,
    minLength === 1 && maxLength === undefined ? "not empty" : span(minLength, maxLength, " characters"),
    span(minItems, maxItems, " items"),
    schema.default === undefined ? "" : `${JSON.stringify(schema.default)} when left out`,
  ].filter(Boolean);
  const text = limits.join("; ");
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

function span(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? "" : `at most ${to}${unit}`;
}

/** The call as a curl command, filled with its examples. */
function curlOf(method: string, path: string, call: ApiCall, mediaType: string | undefined): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = call.parameters?.find((one) => one.name === name);
    return String(parameter?.example ?? parameter?.schema.examples?.[0] ?? 1);
  });
  const body = mediaType && call.requestBody!.content[mediaType]!;
  const isGuarded = call["x-access"] !== "public" && call["x-access"] !== "anyone";
  const lines = [
    `curl ${method === "POST" && !body ? "-X POST " : ""}"$SHOP${filled}"`,
    ...(isGuarded ? ['-H "Authorization: Bearer $TOKEN"'] : []),
  ];
  if (body && mediaType === "multipart/form-data") {
    for (const [name, value] of Object.entries(body.example as Record<string, unknown>)) {
      const isFile = body.schema.properties?.[name]?.format === "binary";
      const text =
        typeof value === "object" ? `${JSON.stringify(value)};type=application/json` : String(value);
      lines.push(`-F ${quoted(`${name}=${isFile ? "@picture.jpg" : text}`)}`);
    }
  } else if (body) {
    const short = JSON.stringify(body.example);
    lines.push(
      '-H "Content-Type: application/json"',
      `-d ${quoted(short.length > 60 ? JSON.stringify(body.example, null, 2) : short)}`,
    );
  }
  return lines.join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
