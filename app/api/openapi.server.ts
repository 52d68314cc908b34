import { type Right, RIGHTS } from "~/domain/kit/rights/rights";
import { z } from "zod";
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { SESSION_COOKIE } from "~/http/request/session-cookies.server";
import { webhooks } from "./webhook-events.server";
import { hasRules } from "./body-rules.server";
import { type Access, errorSchema, isPublic, type Operation } from "./operation.server";
import { exampleOf, type JsonSchema, resolver } from "./schema-example";

/** A chapter of the reference. */
export interface Tag {
  name: string;
  description: string;
}

/** Who may call an operation, as the reference says it. */
export const ACCESS_WORDS: Record<Access, string> = {
  public: "Anyone; no login needed.",
  anyone: "Anyone. A logged-in caller gets their own data.",
  member: "Anyone logged in, customer or staff.",
  customer: "Logged-in customers.",
  staff: "Staff.",
};

export const PLAIN_ANSWER = "The answer.";

const wait = z.object({
  "Retry-After": z.int().min(1).meta({ description: "How many seconds to wait." }),
});
const challenge = z.object({
  "WWW-Authenticate": z.string().meta({ description: "Bearer; error=invalid_token when a token was sent." }),
});

const refusal = (description: string, headers?: z.ZodObject): ZodOpenApiResponseObject => ({
  description,
  ...(headers ? { headers } : {}),
  content: { "application/json": { schema: errorSchema } },
});

/** Refusals that many calls share. */
const SHARED = {
  Unchanged: { description: "Unchanged: the ETag is one of those in If-None-Match." },
  NotUnderstood: refusal("The body or the query is not of the shape described; errors says where."),
  SignInNeeded: refusal(
    "Nobody is logged in, or the access token or API key is not good any more; msg says why.",
    challenge,
  ),
  TokenNotGood: refusal("An access token or API key was sent and is not good any more.", challenge),
  WrongRole: refusal(
    "Not allowed for the caller's role, rights or API key; or a browser's call from another site with the session cookie.",
  ),
  CrossSite: refusal("A browser's call from another site, which the cookie session does not allow."),
  NotFound: refusal("Nothing by this id, or nothing that the caller may see."),
  TooLarge: refusal("The body is too large."),
  TooManyCalls: refusal("Too many calls. Wait, then try again.", wait),
  Busy: refusal("The shop is very busy, and nothing was done. Wait, then try again.", wait),
} satisfies Record<string, ZodOpenApiResponseObject>;
for (const [id, response] of Object.entries<ZodOpenApiResponseObject>(SHARED)) response.id = id;

/** The statuses other than 200 that a call can answer with. */
function refusals(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  const { access, method, params, query, body, refusals: own = {} } = operation;
  const isGuarded = access !== "public" && access !== "anyone";
  const hasRole = access === "staff" || access === "customer";
  const shared = {
    ...(isPublic(operation) ? { 304: SHARED.Unchanged } : {}),
    ...(body || query ? { 400: SHARED.NotUnderstood } : {}),
    ...(isGuarded ? { 401: SHARED.SignInNeeded } : access === "anyone" ? { 401: SHARED.TokenNotGood } : {}),
    ...(hasRole ? { 403: SHARED.WrongRole } : method === "POST" ? { 403: SHARED.CrossSite } : {}),
    ...(params ? { 404: SHARED.NotFound } : {}),
    ...(body ? { 413: SHARED.TooLarge } : {}),
    429: SHARED.TooManyCalls,
    503: SHARED.Busy,
  } as Record<string, ZodOpenApiResponseObject>;
  for (const [status, words] of Object.entries(own)) {
    const others = shared[status]?.description;
    shared[status] = refusal(
      others && status !== "404" ? `${words} Or: ${others}` : words,
      status === "401" ? challenge : undefined,
    );
  }
  return shared;
}

/** A status 200 may also carry the refusal of a body that breaks a rule (docs/product-decisions.md §3.18). */
function answered(operation: Operation): ZodOpenApiResponseObject {
  const { body, answer, fileTypes } = operation;
  if (fileTypes) {
    const content = Object.fromEntries(fileTypes.map((type) => [type, { schema: answer }]));
    return { description: "The file.", content };
  }
  const hasResult = answer instanceof z.ZodObject && "result" in answer.shape;
  const canRefuse = body !== undefined && !hasResult && hasRules(body);
  return {
    description: canRefuse ? "The answer; or result 0 and why, when a rule is broken." : PLAIN_ANSWER,
    ...(isPublic(operation)
      ? { headers: z.object({ ETag: z.string().meta({ description: "For If-None-Match." }) }) }
      : {}),
    content: { "application/json": { schema: canRefuse ? z.union([answer, errorSchema]) : answer } },
  };
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { tag, summary, description, access, right, also, params, query, body, multipart } = operation;
  const word = (one: Right) => `${one} (${RIGHTS[one]})`;
  const needs = !right
    ? ""
    : also
      ? `The rights needed: ${word(right)} and ${word(also)}.`
      : `The right needed: ${word(right)}.`;
  return {
    tags: [tag],
    operationId: operationId(operation),
    summary,
    "x-access": access,
    ...(right ? { "x-right": right } : {}),
    ...(also ? { "x-right-also": also } : {}),
    description: [description, `For: ${ACCESS_WORDS[access]}`, needs].filter(Boolean).join("\n\n"),
    ...(access === "public" ? { security: [] } : {}),
    ...(access === "staff" ? { security: [{ bearer: [] }, { apiKey: [] }, { session: [] }] } : {}),
    ...(access === "anyone" ? { security: [{}, { bearer: [] }, { session: [] }] } : {}),
    ...(params || query
      ? {
          requestParams: {
            ...(params ? { path: params as never } : {}),
            ...(query ? { query: query as never } : {}),
          },
        }
      : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [multipart ? "multipart/form-data" : "application/json"]: { schema: body } },
          },
        }
      : {}),
    responses: { 200: answered(operation), ...refusals(operation) },
  } as ZodOpenApiOperationObject;
}

/** e.g. POST /carts/update → postCartsUpdate */
export function operationId({ method, path }: Pick<Operation, "method" | "path">): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** Removes what zod writes and no reader needs: patterns of known formats, the limits of the safe integers. */
const plainer: CreateDocumentOptions["override"] = ({ jsonSchema }) => {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.propertyNames;
  const [first, second] = jsonSchema.anyOf ?? [];
  if (jsonSchema.anyOf?.length === 2 && second?.type === "null" && typeof first?.type === "string") {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, first, { type: [first.type, "null"] });
    if (first.enum) jsonSchema.enum = [...first.enum, null];
  }
};

const INTRODUCTION = `The bookstore's JSON API.

Prices are rupees with two decimals, times ISO 8601 in UTC. Fields of a body that are not described are ignored.

Every refusal is JSON: result 0 and msg, a sentence for people, with errors by field where there are some. A call whose body is well formed and breaks a rule of the shop (a name too long, no stock) is answered with status 200 and result 0.`;

/** The part of the document that the shop itself reads. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: Tag[];
  paths: Record<string, Partial<Record<"get" | "post", ApiCall>>>;
  /** What the shop posts to other servers, by type of event. */
  webhooks: Record<string, { post: ApiEvent }>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, ApiResponse> };
}

export interface ApiCall {
  tags: string[];
  operationId: string;
  summary: string;
  description: string;
  /** Our own extension: who may call. */
  "x-access": Access;
  security?: object[];
  parameters?: {
    name: string;
    in: "path" | "query";
    required?: boolean;
    description?: string;
    example?: unknown;
    schema: JsonSchema;
  }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown; encoding?: object }> };
  responses: Record<string, ApiResponse | { $ref: string }>;
}

/** What the shop posts when something has happened. */
export interface ApiEvent {
  operationId: string;
  summary: string;
  requestBody: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, { required?: boolean; schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

/** The OpenAPI 3.1 document, made from the schemas that validate. */
export function describeApi(operations: readonly Operation[], tags: readonly Tag[]): ApiDocument {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = (paths[`/api/v1${operation.path}`] ??= {});
    path[operation.method === "GET" ? "get" : "post"] = describe(operation);
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { title: "Kitab", version: "1", description: INTRODUCTION },
      servers: [{ url: "/" }],
      tags: [...tags],
      security: [{ bearer: [] }, { session: [] }],
      paths,
      webhooks,
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            bearerFormat: "JWT",
            description: "The accessToken of POST /api/v1/auth/authenticate, good for 15 minutes.",
          },
          apiKey: {
            type: "http",
            scheme: "bearer",
            description:
              "For programs: a key that staff make at /admin/programs, such as kitab_…, with the rights chosen there. Only for the calls of staff.",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: SESSION_COOKIE,
            description:
              "The session of the shop's own pages; a guest's cart belongs to it too. Calls that change something must come from the shop's own site.",
          },
        },
      },
    },
    { override: plainer },
  ) as unknown as ApiDocument;
  addExamples(document);
  return document;
}

/** Gives each body an example, so that a reader can try the call unchanged. */
function addExamples(document: ApiDocument) {
  const resolve = resolver(document.components.schemas);
  for (const calls of [...Object.values(document.paths), ...Object.values(document.webhooks)]) {
    for (const { requestBody } of Object.values(calls) as Pick<ApiCall, "requestBody">[]) {
      for (const [mediaType, content] of Object.entries(requestBody?.content ?? {})) {
        content.example = exampleOf(content.schema, resolve);
        const encoding = partTypes(resolve(content.schema));
        if (mediaType === "multipart/form-data" && encoding) content.encoding = encoding;
      }
    }
  }
}

/** The parts of a multipart body that are neither text nor bytes, e.g. JSON, with their types. */
function partTypes({ properties = {} }: JsonSchema): Record<string, { contentType: string }> | null {
  const typed = Object.entries(properties).flatMap(([name, part]) => {
    const contentType = part.contentMediaType ?? (part.type === "object" ? "application/json" : undefined);
    return contentType ? [[name, { contentType }] as const] : [];
  });
  return typed.length > 0 ? Object.fromEntries(typed) : null;
}
