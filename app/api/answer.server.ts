import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { config } from "~/process/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { DISK_FULL } from "~/domain/kit/failures";
import { readDb } from "~/db/shop-database.server";
import { lacksRequiredFactor } from "~/domain/people/factors/factor-rules.server";
import { FACTOR_REQUIRED } from "~/domain/people/factors/factors";
import { withActingKey } from "~/domain/kit/audit/acting-key.server";
import { type Right, rightMissing, RIGHTS } from "~/domain/kit/rights/rights";
import { logger } from "~/platform/logger.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { requestInfoContext } from "~/http/request/request-info.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { parseInput, readBody } from "./input.server";
import { ApiError, type Caller, isPublic, type Operation, refused, tooManyCalls } from "./operation.server";
import { tokenCaller } from "../http/request/token-account.server";
import { readHeader } from "~/http/request/headers.server";

const BASE = "/api/v1";

/** Routes a request of the JSON API to its operation and answers in the API's one envelope. Never throws. */
export async function answerApi(
  operations: readonly Operation[],
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const response = await dispatch(operations, request, url, context).catch((error: unknown) =>
    failure(error, context),
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
  if (caller.account?.role === "admin") context.get(requestInfoContext).isOfStaff = true;
  await limit(operation, caller);
  authorise(operation, caller);
  if (operation.access === "staff") await requireFactor(caller);
  const params = operation.params ? parseParams(operation.params, hit.params) : undefined;
  const query = operation.query
    ? parseInput(operation.query, Object.fromEntries(url.searchParams), "query")
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
  const { access, right, also } = operation;
  if (access === "public" || access === "anyone") return;
  if (key && access !== "staff") throw new ApiError(403, "This call is for people, not for API keys");
  if (!account) {
    throw new ApiError(401, "Please log in", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  if (access === "staff" && account.role !== "admin")
    throw new ApiError(403, "You need admin privileges to do this");
  if (access === "staff" && !(right && account.rights.includes(right)))
    throw new ApiError(403, rightRefusal(right, key));
  if (access === "staff" && also && !account.rights.includes(also))
    throw new ApiError(403, rightRefusal(also, key));
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

const BUSY = "The shop is very busy. Please try again in a moment.";

function failure(error: unknown, context: Readonly<RouterContextProvider>): Response {
  const { requestId, isOfStaff } = context.get(requestInfoContext);
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
    const msg = isOfStaff && isDiskFull(error) ? DISK_FULL : BUSY;
    return Response.json(refused(msg), {
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
