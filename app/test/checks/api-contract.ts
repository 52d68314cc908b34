import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { rawMessageIn } from "./raw-messages";
import type { ApiCall, ApiDocument, ApiResponse } from "~/api/openapi.server";

const BASE = "/api/v1/";

/** The OpenAPI document of a shop, with validators for its answers. */
interface Contract {
  document: ApiDocument;
  patterns: [string, RegExp][];
  /** The validator of the schema at this path in the document. */
  validator(...place: string[]): ValidateFunction;
}

const contracts = new Map<string, Promise<Contract>>();
/** By the document's text: most shops of a test run have the same document, and its schemas take long to compile. */
const texts = new Map<string, Contract>();

/** Reads the document once from each shop. */
function contractOf(origin: string): Promise<Contract> {
  const known = contracts.get(origin);
  if (known) return known;
  const contract = readContract(origin);
  contracts.set(origin, contract);
  return contract;
}

async function readContract(origin: string): Promise<Contract> {
  const response = await fetch(new URL("/api/v1/openapi.json", origin));
  if (!response.ok) throw new Error(`the shop's OpenAPI document answers ${response.status}`);
  const text = await response.text();
  const contract = texts.get(text) ?? contractFrom(text);
  texts.set(text, contract);
  return contract;
}

function contractFrom(text: string): Contract {
  const document = JSON.parse(text) as ApiDocument;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The package is CommonJS, so its default export may be wrapped in a module object.
  (formats as unknown as { default: typeof formats.default }).default(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    patterns: patternsOf(document),
    validator(...place) {
      const pointer = place.map((word) => word.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
}

let expectedFailures = 0;

/** For tests that provoke internal errors: while `work` runs, a 500 is accepted as a refusal. */
export async function whileFailing<Result>(work: () => Promise<Result>): Promise<Result> {
  expectedFailures += 1;
  try {
    return await work();
  } finally {
    expectedFailures -= 1;
  }
}

/**
 * Checks an answer of the JSON API against the OpenAPI document of its shop: the status must be described for the call,
 * required headers present, and the body JSON that matches the schema, without additional fields.
 * @param response its body is not consumed
 * @param path as called, e.g. "/api/v1/carts/all"
 * @throws with a description of the difference
 */
export async function expectContract(response: Response, method: string, path: string): Promise<void> {
  const pathname = new URL(path, response.url).pathname;
  const contract = await contractOf(new URL(response.url).origin);
  const complain = (what: string): never => {
    throw new Error(`${method} ${pathname} answered ${response.status}: ${what}`);
  };
  const template = contract.patterns.find(([, pattern]) => pattern.test(pathname))?.[0];
  const refusal = contract.validator("components", "schemas", "Refusal");
  const type = (response.headers.get("Content-Type") ?? "").replace(/;.*/, "");
  if (method === "OPTIONS" && response.status === 204) {
    if (!response.headers.has("Allow")) complain("without Allow");
    return;
  }
  const key = (method === "HEAD" ? "GET" : method).toLowerCase() as "get" | "post";
  const call = template === undefined ? undefined : contract.document.paths[template]![key];
  // A file; what is in it is not the document's business.
  const ok = call?.responses["200"];
  if (response.status === 200 && ok && "content" in ok && !ok.content!["application/json"]) {
    if (!Object.keys(ok.content!).includes(type)) complain(`with a file of the type ${type}`);
    return;
  }
  const body = await readBody(response, method, complain);
  const raw = rawMessageIn(JSON.stringify(body) ?? "");
  if (raw) complain(`with the validator's own words: ${raw}`);

  if (template === undefined || call === undefined) {
    // Other answers than described ones must be refusals: unknown path, unknown method, or forbidden origin.
    const allowed = template === undefined ? [404, 403, 405] : [405, 403];
    if (!allowed.includes(response.status)) complain("is not in the document");
    if (response.status === 405 && !response.headers.has("Allow")) complain("without Allow");
    if (method !== "HEAD") validate(refusal, body, complain);
    return;
  }
  if (response.status === 500 && expectedFailures > 0) return validate(refusal, body, complain);
  const place = placeOf(contract.document, template, key, call, response.status);
  if (!place) return complain("the document does not know this status for it");
  for (const [name, header] of Object.entries(place.response.headers ?? {}))
    if (header.required && !response.headers.has(name)) complain(`without ${name}`);
  if (!place.response.content) {
    if (body !== undefined) complain("with a body, which the document does not describe");
    return;
  }
  if (method === "HEAD") return;
  validate(contract.validator(...place.pointer, "content", "application/json", "schema"), body, complain);
}

/** Every path of a document with its pattern; fixed paths come before those with parameters, as in the shop. */
function patternsOf({ paths }: ApiDocument): [string, RegExp][] {
  const templates = Object.keys(paths);
  const hasParameters = (template: string) => template.includes("{");
  return [
    ...templates.filter((template) => !hasParameters(template)),
    ...templates.filter(hasParameters),
  ].map((template) => [
    template,
    new RegExp(`^${template.replace(/\/$/, "").replace(/\{\w+\}/g, "[^/]+")}/?$`),
  ]);
}

function placeOf(
  { components }: ApiDocument,
  template: string,
  method: string,
  call: ApiCall,
  status: number,
): { response: ApiResponse; pointer: string[] } | undefined {
  const response = call.responses[String(status)];
  if (!response) return undefined;
  if (!("$ref" in response))
    return { response, pointer: ["paths", template, method, "responses", String(status)] };
  const id = response.$ref.split("/").at(-1)!;
  return { response: components.responses[id]!, pointer: ["components", "responses", id] };
}

async function readBody(
  response: Response,
  method: string,
  complain: (what: string) => never,
): Promise<unknown> {
  const text = await response.clone().text();
  if (method === "HEAD" || response.status === 304 || response.status === 204) {
    if (text) complain("with a body, where there can be none");
    return undefined;
  }
  const type = response.headers.get("Content-Type");
  if (!/^application\/json\b/.test(type ?? "")) complain(`as ${type}: ${text.slice(0, 200)}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return complain(`not JSON: ${text.slice(0, 200)}`);
  }
}

function validate(check: ValidateFunction, body: unknown, complain: (what: string) => never) {
  if (check(body)) return;
  const problems = (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
  );
  complain(`${problems.join("; ")}\n${JSON.stringify(body).slice(0, 500)}`);
}

/** Whether this is a call of the JSON API, and not its reference page. */
export function isApiCall(url: URL): boolean {
  return url.pathname.startsWith(BASE) && !/^\/api\/v1\/docs(?:\/|\.data|$)/.test(url.pathname);
}

/** Like fetch, but checks each answer of the JSON API with `expectContract`. */
export async function checkedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  if (isApiCall(new URL(url))) await expectContract(response, init.method ?? "GET", String(url));
  return response;
}
