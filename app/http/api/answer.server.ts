import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { config } from "~/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { readDb } from "~/db/shop-database.server";
import { lacksRequiredFactor } from "~/domain/factors/factor-rules.server";
import { FACTOR_REQUIRED } from "~/domain/factors/factors";
import { imageRefusal } from "~/domain/images/images";
import { IMPORT_MAX, TOO_LARGE } from "~/domain/imports/import-limits";
import { withActingKey } from "~/domain/audit/acting-key.server";
import { type Right, rightMissing, RIGHTS } from "~/domain/rights/rights";
import { logger } from "~/platform/logger.server";
import { readFileUpload } from "~/http/request/read-file-upload.server";
import { readUpload } from "~/http/request/read-form.server";
import { addressKey, takeFromLimit } from "~/http/request/rate-limit.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { ApiError, type Caller, isPublic, type Operation, refused, tooManyCalls } from "./operation.server";
import { tokenCaller } from "./token-account.server";
import { readHeader } from "~/http/request/headers.server";

const BASE = "/api/v1";
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Routes a request of the JSON API to its operation and answers in the API's one envelope. Never throws. */
export async function answerApi(
  operations: readonly Operation[],
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const response = await dispatch(operations, request, url, context).catch((error: unknown) =>
    failure(error, getRequestSession(context).requestId),
  );
  allowOrigin(request, response.headers);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

async function dispatch(
  operations: readonly Operation[],
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const found = match(operations, url.pathname);
  if (found.length === 0) throw new ApiError(404, "There is no such call");
  const allow = allowed(found.map(({ operation }) => operation));
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  const wanted = request.method === "HEAD" ? "GET" : request.method;
  const hit = found.find(({ operation }) => operation.method === wanted);
  if (!hit) throw new ApiError(405, `${request.method} is not possible here`, { headers: { Allow: allow } });

  const { operation } = hit;
  const caller = await identify(operation, request, context);
  await limit(operation, caller);
  authorise(operation, caller);
  if (operation.access === "staff") await requireFactor(caller);
  const params = operation.params ? parseParams(operation.params, hit.params) : undefined;
  const query = operation.query
    ? parse(operation.query, Object.fromEntries(url.searchParams), "query")
    : undefined;
  const body = operation.body ? await readBody(operation, request) : undefined;
  if (body instanceof Response) return body;
  const handle = () => operation.handle({ params, query, body, caller, request });
  const answer = await (caller.key ? withActingKey(caller.key.name, handle) : handle());
  return answer instanceof Response ? answer : sendJson(operation, request, answer);
}

/** Every operation with this path, whatever its method; fixed paths win over paths with ids. */
function match(operations: readonly Operation[], pathname: string) {
  if (!pathname.startsWith(BASE)) return []; // React Router also matches /API/V1
  const path = pathname.slice(BASE.length).replace(/\/$/, "") || "/";
  const hits = operations
    .map((operation) => ({ operation, params: pathPattern(operation.path).exec(path)?.groups ?? null }))
    .filter((hit) => pathPattern(hit.operation.path).test(path));
  const exact = hits.filter(({ operation }) => !operation.path.includes("{"));
  return (exact.length > 0 ? exact : hits).map(({ operation, params }) => ({
    operation,
    params: { ...params },
  }));
}

const patterns = new Map<string, RegExp>();

function pathPattern(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const source = path.replace(/\/$/, "").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`^${source || "/"}$`);
  patterns.set(path, pattern);
  return pattern;
}

function allowed(operations: Operation[]): string {
  const methods = new Set<string>(operations.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"].sort().join(", ");
}

/** The bearer token counts first, then the cookie session (the root's middleware checks that for cross-site calls). */
async function identify(
  { access }: Operation,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Caller> {
  const session = getRequestSession(context);
  if (access === "public") return { account: null, key: null, session };
  const caller = await tokenCaller(request);
  if (caller === undefined) return { account: session.account, key: null, session };
  if (!caller.ok) {
    throw new ApiError(401, caller.message, {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  // To a call for anyone a program is a guest: its key is for the work of staff.
  const isGuest = caller.key !== null && access === "anyone";
  return { account: isGuest ? null : caller.account, key: caller.key, session };
}

async function limit(operation: Operation, { session, account, key }: Caller): Promise<void> {
  const keys = [addressKey(session.ip)];
  const counts = [
    key
      ? await takeFromLimit("api-key", [`key ${key.id}`])
      : await takeFromLimit("api", account ? [`account ${account.id}`] : keys),
    ...(operation.limit ? [await takeFromLimit(operation.limit, keys)] : []),
  ];
  for (const count of counts) {
    if (count.allowed) continue;
    throw tooManyCalls(count.retryAfterSeconds);
  }
}

function authorise(operation: Operation, { account, key }: Caller): void {
  const { access, right } = operation;
  if (access === "public" || access === "anyone") return;
  if (key && access !== "staff") throw new ApiError(403, "This call is for people, not for API keys");
  if (!account) {
    throw new ApiError(401, "Please log in", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  if (access === "staff" && account.role !== "admin")
    throw new ApiError(403, "You need admin privileges to do this");
  if (access === "staff" && !(right && account.rights.includes(right)))
    throw new ApiError(403, rightRefusal(right, key));
  if (access === "customer" && account.role !== "customer")
    throw new ApiError(403, "Only customers can do this");
}

/** Staff whom the owner asks for a second factor first set it up. Programs have keys, which need none. */
async function requireFactor({ account, key }: Caller): Promise<void> {
  if (account && !key && (await lacksRequiredFactor(readDb, account.id)))
    throw new ApiError(403, FACTOR_REQUIRED);
}

function rightRefusal(right: Right | undefined, key: Caller["key"]): string {
  if (!right) return "Nobody may do this";
  if (!key) return rightMissing(right);
  return `The API key “${key.name}” may not ${RIGHTS[right]}: it, or who made it, does not have this right`;
}

/** A parameter that does not look like an id is a 404. */
function parseParams(schema: z.ZodType, raw: Record<string, string>): unknown {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new ApiError(404, "Not found");
  return parsed.data;
}

async function readBody(operation: Operation, request: Request): Promise<unknown> {
  const schema = operation.body!;
  if (operation.multipart === "file") return readFileBody(schema, request);
  if (operation.multipart) {
    const parts = await readMultipart(request);
    return parts ? parse(schema, parts, "body") : Response.json(refused(imageRefusal("too-large")));
  }
  if (!JSON_TYPE.test(readHeader(request, "content-type") ?? ""))
    throw new ApiError(400, "The body must be JSON, with Content-Type: application/json");
  let raw: unknown;
  try {
    raw = JSON.parse(await request.text());
  } catch {
    throw new ApiError(400, "The body is not JSON");
  }
  return parse(schema, raw, "body");
}

/** The fields as strings, the file as `UploadedFile`; it is removed when the body is refused. */
async function readFileBody(schema: z.ZodType, request: Request): Promise<unknown> {
  const upload = await readFileUpload(request, { folder: config.importsDir, most: IMPORT_MAX.bytes }).catch(
    () => {
      throw new ApiError(400, "The body is not multipart/form-data");
    },
  );
  if (upload.isTooLarge) return Response.json(refused(TOO_LARGE, { file: [TOO_LARGE] }));
  const { file, fields } = upload;
  const remove = () => (file ? rm(file.path, { force: true }) : undefined);
  try {
    const parsed = parse(schema, { ...Object.fromEntries(fields), ...(file && { file }) }, "body");
    if (parsed instanceof Response) await remove();
    return parsed;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The fields as strings, the files as bytes. @returns null when it is larger than a picture may be */
async function readMultipart(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const upload = await readUpload(request);
    return upload.isTooLarge ? null : Object.fromEntries([...upload.fields, ...upload.files]);
  } catch {
    throw new ApiError(400, "The body is not multipart/form-data");
  }
}

/**
 * Validates with the schema. A value of another shape is a 400; a value of the right shape that breaks a rule is
 * answered 200 with result 0 (docs/product-decisions.md §3.18).
 */
function parse(schema: z.ZodType, raw: unknown, where: "body" | "query"): unknown {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const fields: Record<string, string[]> = {};
  for (const issue of issues) (fields[issue.path.join(".")] ??= []).push(issue.message);
  const isShape = issues.some((issue) => SHAPE_ISSUES.has(issue.code) || isOtherType(issue, raw));
  const msg = issues[0]!.message;
  if (where === "query" || isShape) {
    throw new ApiError(
      400,
      where === "query" ? "The query is not understood" : "The body is not understood",
      {
        errors: fields,
      },
    );
  }
  return Response.json(refused(msg, fields));
}

const SHAPE_ISSUES = new Set([
  "invalid_type",
  "invalid_union",
  "invalid_key",
  "invalid_element",
  "unrecognized_keys",
]);

/** A value of another type where one of several fixed words was expected. */
function isOtherType(issue: z.core.$ZodIssue, raw: unknown): boolean {
  if (issue.code !== "invalid_value") return false;
  const given = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], raw);
  return issue.values.every((value) => typeof value !== typeof given);
}

function sendJson(operation: Operation, request: Request, answer: unknown): Response {
  const text = JSON.stringify(operation.answer.parse(answer));
  const headers = new Headers({ "Content-Type": "application/json; charset=utf-8" });
  // An answer to a request with a cookie may set one too (a prolonged session), so no shared cache may keep it.
  const shared = request.headers.has("Cookie") ? "private" : "public";
  headers.set("Cache-Control", isPublic(operation) ? `${shared}, no-cache` : "private, no-store");
  if (!isPublic(operation)) return new Response(text, { headers });
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  headers.set("ETag", etag);
  const known = (readHeader(request, "if-none-match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

function failure(error: unknown, requestId: string): Response {
  const headers = { "Cache-Control": "private, no-store" };
  if (error instanceof ApiError) {
    const { errors, headers: extra, successorId } = error.extra;
    return Response.json(
      { ...refused(error.message, errors), ...(successorId && { successorId }) },
      {
        status: error.status,
        headers: { ...headers, ...extra },
      },
    );
  }
  if (isDatabaseAway(error)) {
    logger.error({ err: error, requestId }, "the database was unavailable for an API call");
    return Response.json(refused("The shop is very busy. Please try again in a moment."), {
      status: 503,
      headers: { ...headers, "Retry-After": "5" },
    });
  }
  logger.error({ err: error, requestId }, "an API call failed");
  return Response.json(refused(`Something went wrong on our side (${requestId})`), { status: 500, headers });
}

/** CORS, for the origins named in ORIGINS only. */
function allowOrigin(request: Request, headers: Headers): void {
  headers.append("Vary", "Origin");
  const origin = readHeader(request, "origin");
  if (origin === null || !config.ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Allow-Credentials", "true");
  headers.set("Access-Control-Expose-Headers", "ETag, Retry-After");
  if (request.method !== "OPTIONS") return;
  headers.set("Access-Control-Allow-Methods", headers.get("Allow") ?? "GET, POST");
  headers.set("Access-Control-Allow-Headers", "Authorization, Content-Type");
  headers.set("Access-Control-Max-Age", "600");
}
