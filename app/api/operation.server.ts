import { z } from "zod";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { ID_PATTERN } from "~/domain/kit/ids";
import type { Right } from "~/domain/kit/rights/rights";
import { tooManyTries } from "~/http/request/limits/rate-limit.server";
import type { LimitName } from "~/http/request/limits/rate-limits";
import { countAction, type LimitedAction } from "~/http/request/limits/customer-limits.server";
import type { RequestSession } from "~/http/request/request-session.server";

/** Who is calling, known from a bearer token or, without one, from the cookie session. */
export interface Caller {
  account: Account | null;
  /** The API key of a program; `account` is its maker then, with the rights of both. */
  key: { id: number; name: string } | null;
  session: RequestSession;
}

/**
 * Who may call. `public`: login calls, which ignore the caller's identity; `anyone`: guests too; `member`: anyone logged
 * in; `customer` and `staff`: only those (docs/specification.md §6).
 */
export type Access = "public" | "anyone" | "member" | "customer" | "staff";

export type Method = "GET" | "POST";

/** What a handler receives, already validated by the schemas. */
export interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  request: Request;
}

export interface OperationOptions<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  method: Method;
  /** Below /api/v1, e.g. "/books/admin/book/toggle/{bookId}". */
  path: `/${string}`;
  /** Groups the calls in the reference. */
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** The right that staff need. A call for staff without one is refused to everybody. */
  right?: Right;
  /** A second right that they need besides. */
  also?: Right;
  /** Of the path; its keys are the names in braces. */
  params?: Params;
  query?: Query;
  /** JSON, unless `multipart`. */
  body?: Body;
  /** "file": with a large file in the part `file`, which is written to disk. */
  multipart?: true | "file";
  answer: Answer;
  /** The media types of a file, when the answer is one instead of JSON. */
  fileTypes?: readonly string[];
  /** The answer depends on the caller, though anyone may call: caches must not share it. */
  isPrivate?: boolean;
  /** Counts calls by the caller's address. */
  limit?: LimitName;
  /** The handler's own refusals, beside those that follow from access, params, body and limits: when it answers with each. */
  refusals?: Partial<Record<401 | 403 | 404 | 410, string>>;
  handle(call: Call<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Answer> | Response>;
}

/** One call of the JSON API: the dispatcher uses it to route and check, the OpenAPI document is made from it. */
export type Operation = OperationOptions<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** Declares an operation and infers its handler's types from its schemas. */
export function operation<
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(options: OperationOptions<Params, Query, Body, Answer>): Operation {
  return options as unknown as Operation;
}

/** Whether the answer is the same for everybody, so that it may be cached and revalidated by its ETag. */
export const isPublic = ({ method, access, isPrivate }: Operation) =>
  method === "GET" && access === "anyone" && !isPrivate;

const errorFields = z.record(z.string(), z.array(z.string()));

/** The body of every refusal (docs/product-decisions.md §3.18). */
export const errorSchema = z
  .object({
    result: z.literal(0),
    msg: z.string(),
    errors: errorFields.optional().meta({ description: "Messages by field." }),
    successorId: z
      .number()
      .int()
      .optional()
      .meta({ description: "With 410: the book to which visitors are led instead." }),
  })
  .meta({ id: "Refusal", examples: [{ result: 0, msg: "Not found" }] });

/** The answer of calls that change something: result 1 for success, or the message of a broken rule. */
export const resultSchema = z
  .object({
    result: z
      .number()
      .int()
      .meta({ description: "1: done. 0: refused; msg says why.", examples: [1] }),
    msg: z.string().meta({ description: "A sentence for people.", examples: ["Done"] }),
    errors: errorFields.optional().meta({ description: "When refused: messages by field." }),
  })
  .meta({ id: "Result" });

/** @returns the answer of a call that did what it was asked */
export const done = (msg: string) => ({ result: 1, msg });

/** @returns the answer, with status 200, of a well-formed call that breaks a rule */
export const refused = (msg: string, errors?: Record<string, string[]>) => ({
  result: 0,
  msg,
  ...(errors ? { errors } : {}),
});

/** A call that is refused with an error status, and the body that every refusal has. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 410 | 413 | 429 | 503,
    message: string,
    readonly extra: {
      errors?: Record<string, string[]>;
      headers?: Record<string, string>;
      successorId?: number;
    } = {},
  ) {
    super(message);
  }
}

/** The refusal of too many calls. */
export const tooManyCalls = (retryAfterSeconds: number, message = tooManyTries(retryAfterSeconds)) =>
  new ApiError(429, message, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });

/**
 * Counts an order, review … of the caller.
 * @throws a 429 with the limit's own sentence
 */
export async function countCall(action: LimitedAction, { account, session }: Caller): Promise<void> {
  const limit = await countAction(action, { account, ip: session.ip });
  if (!limit.allowed) throw tooManyCalls(limit.retryAfterSeconds, limit.message);
}

/** @throws a 404 */
export function notFound(msg = "Not found"): never {
  throw new ApiError(404, msg);
}

/** An id in a path: digits only; anything else is refused before the database is asked. */
export const idParam = z
  .string()
  .max(15)
  .regex(ID_PATTERN)
  .transform(Number)
  .meta({
    override: { type: "integer", minimum: 1, pattern: undefined, maxLength: undefined },
    param: { example: 1 },
  });

/** An id in a body. 0 stands for 'new' (docs/specification.md §3). */
export const idField = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1] });
