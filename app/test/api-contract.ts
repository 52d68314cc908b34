import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { ApiCall, ApiDocument, ApiResponse } from "~/http/api/openapi.server";

const BASE = "/api/v1/";

/** The OpenAPI document of one shop, as a judge over its answers. */
interface Contract {
  document: ApiDocument;
  /** Of the schema at this place in the document. */
  validator(...place: string[]): ValidateFunction;
}

const contracts = new Map<string, Promise<Contract>>();
/** Most shops of a test run have the same document, whose schemas take long to compile. */
const texts = new Map<string, Contract>();

/** Read once from each shop: what programs are told is what its answers are held to. */
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
  // The package is CommonJS: its default is the function itself, or the module around it.
  (formats as unknown as { default: typeof formats.default }).default(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    validator(...place) {
      const pointer = place.map((word) => word.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
}

let failuresMeant = 0;

/** Where a failure of the shop's own is what a test is about: until this is done a 500 is a refusal as any other. */
export async function whileFailing<Result>(work: () => Promise<Result>): Promise<Result> {
  failuresMeant += 1;
  try {
    return await work();
  } finally {
    failuresMeant -= 1;
  }
}

/**
 * Holds an answer of the JSON API to the OpenAPI document of the shop it came from: the status is one of the call's,
 * the headers that must be there are, the body is JSON of the schema described, without a field more.
 * @param response left unread
 * @param path as called, e.g. "/api/v1/carts/all"
 * @throws saying what differs
 */
export async function expectContract(response: Response, method: string, path: string): Promise<void> {
  const pathname = new URL(path, response.url).pathname;
  const contract = await contractOf(new URL(response.url).origin);
  const complain = (what: string): never => {
    throw new Error(`${method} ${pathname} answered ${response.status}: ${what}`);
  };
  const template = templateOf(contract.document, pathname);
  const refusal = contract.validator("components", "schemas", "Refusal");
  if (method === "OPTIONS" && response.status === 204) {
    if (!response.headers.has("Allow")) complain("without Allow");
    return;
  }
  const body = await readBody(response, method, complain);
  const key = (method === "HEAD" ? "GET" : method).toLowerCase() as "get" | "post";
  const call = template === undefined ? undefined : contract.document.paths[template]![key];

  if (template === undefined || call === undefined) {
    // Beside the document there are only refusals: no such path, no such method, not from here.
    const allowed = template === undefined ? [404, 403, 405] : [405, 403];
    if (!allowed.includes(response.status)) complain("is not in the document");
    if (response.status === 405 && !response.headers.has("Allow")) complain("without Allow");
    if (method !== "HEAD") validate(refusal, body, complain);
    return;
  }
  if (response.status === 500 && failuresMeant > 0) return validate(refusal, body, complain);
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

/** Words before ids, as the shop itself looks. */
function templateOf({ paths }: ApiDocument, pathname: string): string | undefined {
  const matching = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replace(/\/$/, "").replace(/\{\w+\}/g, "[^/]+")}/?$`).test(pathname),
  );
  return matching.find((template) => !template.includes("{")) ?? matching[0];
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

/** Whether this is a call of the JSON API, and not the page that describes it. */
export function isApiCall(url: URL): boolean {
  return url.pathname.startsWith(BASE) && !/^\/api\/v1\/docs(?:\/|\.data|$)/.test(url.pathname);
}

/** fetch, with each answer of the JSON API held to its document. */
export async function checkedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  if (isApiCall(new URL(url))) await expectContract(response, init.method ?? "GET", String(url));
  return response;
}
