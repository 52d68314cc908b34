import { createHash } from "node:crypto";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { type Access, errorSchema, type Operation } from "./operation.server";

const ACCESS_WORDS: Record<Access, string> = {
  door: "Anyone.",
  anyone: "Anyone; a customer's token or session counts.",
  member: "Whoever is signed in.",
  customer: "Customers.",
  staff: "Staff.",
};

/** The statuses a call can answer with beside 200. */
function refusals({ access, params, body, limit }: Operation): Record<string, string> {
  const isGuarded = access !== "door" && access !== "anyone";
  return {
    ...(body ? { 400: "The body has another shape than described." } : {}),
    ...(access === "door" && !limit ? { 401: "The credentials are wrong." } : {}),
    ...(access === "door" && limit === "refresh" ? { 401: "The token is not good any more." } : {}),
    ...(access === "door"
      ? {}
      : { 401: isGuarded ? "Nobody is signed in." : "The token is not good any more." }),
    ...(access === "door" ? {} : { 403: "Not for this role, or a forged cross-site call." }),
    ...(params || body ? { 404: "There is no such thing." } : {}),
    429: "Too many calls; Retry-After says how long to wait.",
    503: "Very busy; Retry-After says how long to wait.",
  };
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { tag, summary, description, access, params, query, body, multipart, answer } = operation;
  const error = { "application/json": { schema: errorSchema } };
  return {
    tags: [tag],
    operationId: operationId(operation),
    summary,
    description: [description, `For: ${ACCESS_WORDS[access]}`].filter(Boolean).join("\n\n"),
    ...(access === "door" ? { security: [] } : {}),
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
    responses: {
      200: { description: "Answered.", content: { "application/json": { schema: answer } } },
      ...Object.fromEntries(
        Object.entries(refusals(operation)).map(([status, words]) => [
          status,
          { description: words, content: error },
        ]),
      ),
    },
  } as ZodOpenApiOperationObject;
}

/** e.g. POST /carts/update → postCartsUpdate */
export function operationId({ method, path }: Pick<Operation, "method" | "path">): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** The OpenAPI 3.1 document, made from the schemas that validate. */
export function describeApi(operations: readonly Operation[]) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = (paths[`/api/v1${operation.path}`] ??= {});
    path[operation.method === "GET" ? "get" : "post"] = describe(operation);
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Kitab",
      version: "1",
      description:
        "The bookstore's JSON API. Prices are rupees with two decimals, times ISO 8601 in UTC. Unknown fields of a body are ignored.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: { type: "apiKey", in: "cookie", name: "kitab" },
      },
    },
  });
}

let made: { text: string; etag: string } | undefined;

/** Serves the document: made once, since it depends on the code alone. */
export function openApiDocument(operations: readonly Operation[], request: Request): Response {
  if (!made) {
    const text = JSON.stringify(describeApi(operations));
    made = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
  }
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "public, no-cache",
    ETag: made.etag,
  };
  if (request.headers.get("If-None-Match") === made.etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : made.text, { headers });
}
