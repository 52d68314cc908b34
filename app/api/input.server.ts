import { rm } from "node:fs/promises";
import type { z } from "zod";
import { config } from "~/process/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { IMPORT_MAX, TOO_LARGE } from "~/domain/book-files/import-limits";
import { imageRefusal } from "~/domain/kit/images/images";
import { named } from "~/domain/kit/plain-issues";
import { readFileUpload } from "~/http/request/forms/read-file-upload.server";
import { readUpload } from "~/http/request/forms/read-form.server";
import { readHeader } from "~/http/request/headers.server";
import { NestedTooDeeply, parseGivenJson } from "~/platform/given-json";
import { ApiError, type Operation, refused } from "./operation.server";

const NOT_UNDERSTOOD = "The body is not understood";
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads and validates the body of a call: JSON, or a form with files.
 * @returns what the operation takes, or the answer to a value that breaks a rule
 * @throws {ApiError} 400 for a body of another kind or shape
 */
export async function readBody(operation: Operation, request: Request): Promise<unknown> {
  const schema = operation.body!;
  if (operation.multipart === "file") return readFileBody(schema, request);
  if (operation.multipart) {
    const parts = await readMultipart(request);
    return parts ? parseInput(schema, parts, "body") : Response.json(refused(imageRefusal("too-large")));
  }
  if (!JSON_TYPE.test(readHeader(request, "content-type") ?? ""))
    throw new ApiError(400, "The body must be JSON, with Content-Type: application/json");
  let raw: unknown;
  try {
    raw = parseGivenJson(await request.text());
  } catch (error) {
    throw new ApiError(400, error instanceof NestedTooDeeply ? NOT_UNDERSTOOD : "The body is not JSON");
  }
  return parseInput(schema, raw, "body");
}

/** The fields as strings, the file as `UploadedFile`; it is removed when the body is refused. */
async function readFileBody(schema: z.ZodType, request: Request): Promise<unknown> {
  const upload = await readFileUpload(request, { folder: config.importsDir, most: IMPORT_MAX.bytes }).catch(
    (error: unknown) => {
      // A full disk is no fault of the caller's.
      if (isDatabaseAway(error)) throw error;
      throw new ApiError(400, "The body is not multipart/form-data");
    },
  );
  if (upload.isTooLarge) return Response.json(refused(TOO_LARGE, { file: [TOO_LARGE] }));
  const { file, fields } = upload;
  const remove = () => (file ? rm(file.path, { force: true }) : undefined);
  try {
    const parsed = parseInput(schema, { ...Object.fromEntries(fields), ...(file && { file }) }, "body");
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
 * @returns the value, or that answer
 */
export function parseInput(schema: z.ZodType, raw: unknown, where: "body" | "query"): unknown {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const fields: Record<string, string[]> = {};
  for (const issue of issues) (fields[issue.path.join(".")] ??= []).push(issue.message);
  const isShape = issues.some((issue) => SHAPE_ISSUES.has(issue.code) || isOtherType(issue, raw));
  const msg = named(issues[0]!);
  if (where === "query" || isShape) {
    throw new ApiError(400, where === "query" ? "The query is not understood" : NOT_UNDERSTOOD, {
      errors: fields,
    });
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
