import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The part of an OpenAPI document that a client needs. */
interface Document {
  paths: Record<string, Record<string, Call>>;
}

interface Call {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: "path" | "query"; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, unknown>;
}

interface Arguments {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** The call was answered with another status than 200. */
export class ApiRefusal extends Error {
  constructor(
    readonly status: number,
    readonly answer: unknown,
  ) {
    super(`${status} ${JSON.stringify(answer)}`);
  }
}

/** The access token is renewed when it is valid for less than this (docs/specification.md §7). */
const MARGIN_S = 10;

/**
 * A client built only from the shop's OpenAPI document: calls by operationId, and checks requests and answers against
 * the schemas. Signs in, and renews its tokens before they expire; concurrent calls wait for one renewal.
 */
export class OpenApiClient {
  readonly #calls = new Map<string, { path: string; method: string; pointer: string; call: Call }>();
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  #tokens: { accessToken: string; refreshToken: string } | null = null;
  #refreshing: Promise<void> | null = null;

  private constructor(
    readonly address: URL,
    document: Document,
    readonly now: () => number,
  ) {
    (formats as unknown as { default: typeof formats.default }).default(this.#ajv);
    this.#ajv.addSchema(document, "api");
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, call] of Object.entries(methods)) {
        const pointer = `api#/paths/${step(path)}/${method}`;
        this.#calls.set(call.operationId, { path, method: method.toUpperCase(), pointer, call });
      }
    }
  }

  /** @param now milliseconds, as Date.now */
  static async open(document: URL, now = Date.now): Promise<OpenApiClient> {
    const response = await fetch(document);
    return new OpenApiClient(document, (await response.json()) as Document, now);
  }

  async signIn(username: string, password: string): Promise<void> {
    const body = { username, email: username, password };
    this.#tokens = (await this.call("postAuthAuthenticate", { body })) as typeof this.tokens;
  }

  get tokens() {
    return this.#tokens;
  }

  /** @throws {ApiRefusal} for every status but 200, {TypeError} when request or answer violate the document */
  async call<Answer = Record<string, unknown>>(operationId: string, given: Arguments = {}): Promise<Answer> {
    const known = this.#calls.get(operationId);
    if (!known) throw new TypeError(`the document has no ${operationId}`);
    const { method, pointer, call } = known;
    const headers = new Headers();
    if (takesToken(call) && this.#tokens) {
      await this.#refreshWhenDue();
      headers.set("Authorization", `Bearer ${this.#tokens.accessToken}`);
    }
    if (call.requestBody) {
      this.#hold(`${pointer}/requestBody/content/${step("application/json")}/schema`, given.body, "the body");
      headers.set("Content-Type", "application/json");
    }
    const response = await fetch(this.#urlOf(known.path, call, given), {
      method,
      headers,
      ...(call.requestBody ? { body: JSON.stringify(given.body) } : {}),
    });
    const answer = (await response.json()) as Answer;
    if (!(response.status in call.responses))
      throw new TypeError(`${operationId} answered ${response.status}, which the document does not describe`);
    if (response.status !== 200) throw new ApiRefusal(response.status, answer);
    this.#hold(`${pointer}/responses/200/content/${step("application/json")}/schema`, answer, "the answer");
    return answer;
  }

  #urlOf(path: string, { parameters = [] }: Call, given: Arguments): URL {
    let filled = path;
    const query = new URLSearchParams();
    for (const { name, in: place, required, schema } of parameters) {
      const value = given[place]?.[name];
      if (value === undefined && !required) continue;
      if (!this.#ajv.validate(schema, value)) throw new TypeError(`${name}: ${this.#ajv.errorsText()}`);
      if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
      else query.set(name, String(value));
    }
    return new URL(`${filled}?${query}`.replace(/\?$/, ""), this.address);
  }

  #hold(ref: string, value: unknown, what: string) {
    const validate = this.#ajv.getSchema(ref) ?? this.#ajv.compile({ $ref: ref });
    if (!validate(value)) throw new TypeError(`${what}: ${this.#ajv.errorsText(validate.errors)}`);
  }

  async #refreshWhenDue(): Promise<void> {
    const { exp } = JSON.parse(
      Buffer.from(this.#tokens!.accessToken.split(".")[1]!, "base64url").toString(),
    ) as { exp: number };
    if (exp - this.now() / 1000 > MARGIN_S) return;
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null));
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { refreshToken } = this.#tokens!;
    try {
      this.#tokens = (await this.call("postAuthRefreshtoken", {
        body: { refreshToken },
      })) as typeof this.tokens;
    } catch (error) {
      this.#tokens = null;
      throw error;
    }
  }
}

/** A part of a JSON pointer, encoded for the fragment of a URI. */
const step = (word: string) => encodeURIComponent(word.replaceAll("~", "~0").replaceAll("/", "~1"));

const takesToken = ({ security }: Call) =>
  security === undefined || security.some((scheme) => "bearer" in scheme);
