import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { signedCookie } from "~/http/request/signed-cookie.server";
import { startSession } from "~/domain/people/accounts/sessions.server";
import { shopSecret } from "~/platform/secrets/shop-secret.server";
import { checkedFetch } from "./checks/api-contract";
import { migratedFile, inNoOrder, withoutSync } from "./database";
import { isOnPostgres } from "./databases/postgres";
import { copyTemplate } from "./databases/postgres-databases";
import { createAccount, createStaff } from "./factories";
import { LOOPBACK } from "./servers/loopback";
import { reuseShop } from "./reused-shops";

export interface TestShop {
  origin: string;
  dataDir: string;
  /** What its database is opened by: its file, or the address on PostgreSQL. */
  databaseAt: string;
  /** The id of its process. */
  pid: number;
  /** The shop's database, opened a second time for the tests. */
  db: ShopDatabase;
  /** By which a command finds this shop. */
  env: Record<string, string>;
  /** The process's output so far. */
  output(): string;
  /** Changes settings of the running shop, and forgets all counts of limits. */
  change(settings: ChangeableSettings): Promise<void>;
  /** Ends the process, by default gracefully; with SIGKILL like a crash. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  remove(): Promise<void>;
}

type Env = Record<string, string>;
/** As in app/process/environment.ts. */
interface ChangeableSettings {
  formTiming?: boolean;
  rateLimit?: boolean;
  trustProxy?: boolean;
}

/** Without limits, and forms may be sent at once. */
const USUAL_SETTINGS = { formTiming: false, rateLimit: false, trustProxy: false };

/** With limits, each for any address that a test sends as X-Forwarded-For. */
export const LIMITED = { rateLimit: true, trustProxy: true };

/**
 * The built shop for the tests of a file or of a `describe`: as new before them, and removed after them. Its fields are
 * set when hooks and tests run, not while the file is collected. With the usual settings its process has served other
 * files before.
 * @param env as for startTestShop; a function if an earlier hook has to run first
 */
export function testShop(env: Env | (() => Env) = {}): TestShop {
  const isUsual = typeof env === "object" && Object.keys(env).length === 0;
  return isUsual ? shopOf(() => reuseShop(startTestShop)) : ownShop(env);
}

/** As testShop, in a process of its own: for tests that signal or measure it, or need its memory empty. */
export const ownShop = (env: Env | (() => Env) = {}): TestShop =>
  shopOf(() => startTestShop(typeof env === "function" ? env() : env));

function shopOf(start: () => Promise<TestShop>): TestShop {
  const shop = {} as TestShop;
  beforeAll(async () => {
    Object.defineProperties(shop, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => shop.remove());
  return shop;
}

/** Changes a shop's settings for the tests of a file or of a `describe`. Limits are counted anew. */
export function withSettings(shop: TestShop, settings: ChangeableSettings) {
  beforeAll(() => shop.change(settings));
  afterAll(() => shop.change(USUAL_SETTINGS));
}

/**
 * Starts the built shop as a process on a free port, with an empty, migrated database.
 * @param env variables in addition to the defaults (demo mode, no sample catalogue, no rate limits, forms may be
 * sent at once, and no mail server accepts its mails, so that tests can read their texts and links in the queue)
 * @param dataDir a data folder of the test's own; if it is empty, the shop creates the database. On PostgreSQL, the folder
 * of another shop that runs: then both are processes of the same shop
 */
export async function startTestShop(env: Env = {}, dataDir?: string): Promise<TestShop> {
  if (!existsSync("build/server/index.js")) throw new Error("these tests need the build: npm run build");
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), "kitab-shop-"));
  const file = path.join(folder, "kitab.db");
  const copied = isOnPostgres && !env.DATABASE_URL ? await databaseOf(folder) : null;
  if (!isOnPostgres && !dataDir) copyFileSync(await migratedFile(), file);
  const child = spawn(process.execPath, ["app/test/serve.mjs", "--until-input-ends"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: LOOPBACK,
      DATA_DIR: folder,
      SAMPLE_CATALOGUE: "off",
      RATE_LIMIT: "off",
      FORM_TIMING: "off",
      SMTP_URL: "smtp://127.0.0.1:9",
      LOG_LEVEL: "warn",
      WORKERS: "1",
      SESSION_SECRET: shopSecret(),
      ...(copied && { DATABASE_URL: copied.url }),
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [, address] = await lineOf(child, /^listening (\S+)$/m, () => output);
  const databaseAt = env.DATABASE_URL ?? copied?.url ?? file;
  const db = openDatabase(databaseAt);
  if (!isOnPostgres) {
    // Tests may wait long for the shop's writes on a slow disk; the shop itself uses a shorter timeout.
    db.executeScript("pragma busy_timeout = 10000");
    withoutSync(db);
    await inNoOrder(db);
  }

  async function stop(signal: NodeJS.Signals = "SIGTERM") {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return ended;
  }
  return {
    origin: address!,
    dataDir: folder,
    databaseAt,
    pid: child.pid!,
    db,
    env: {
      DATA_DIR: folder,
      ...(copied && { DATABASE_URL: copied.url, SESSION_SECRET: shopSecret() }),
    },
    output: () => output,
    async change(settings) {
      const before = output.length;
      child.stdin.write(JSON.stringify(settings));
      await lineOf(child, /^settings changed$/m, () => output.slice(before));
    },
    stop,
    async remove() {
      await db.close();
      await stop("SIGKILL");
      if (dataDir) return;
      rmSync(folder, { recursive: true, force: true });
      await copied?.remove();
    },
  };
}

const databases = new Map<string, ReturnType<typeof copyTemplate>>();

/** The database on PostgreSQL of a data folder, the same when its shop is started again. */
function databaseOf(folder: string): ReturnType<typeof copyTemplate> {
  const known = databases.get(folder) ?? copyTemplate();
  databases.set(folder, known);
  return known;
}

/** Waits until a shop's output has such a line. */
function lineOf(child: ChildProcess, line: RegExp, output: () => string): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = line.exec(output());
      if (!found) return;
      child.stdout!.off("data", look);
      child.off("exit", ended);
      resolve(found);
    };
    const ended = (code: number | null) => reject(new Error(`the shop ended with ${code}:\n${output()}`));
    child.stdout!.on("data", look);
    child.once("exit", ended);
  });
}

export type FormFields = Record<string, string | number | (string | number)[]>;

/** Sends real requests with the cookies and headers of a browser. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  constructor(readonly origin: string) {}

  /** Does not follow redirects, so that tests can check them. Answers of the JSON API are checked against its document. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set("Cookie", this.cookieHeader());
    if (init.method && init.method !== "GET" && !headers.has("Origin")) headers.set("Origin", this.origin);
    const response = await checkedFetch(new URL(url, this.origin), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(";");
      const [name, value] = [pair!.slice(0, pair!.indexOf("=")), pair!.slice(pair!.indexOf("=") + 1)];
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** An address with a book's id alone is followed to the book's page; no other redirect is. */
  async get(url: string): Promise<Response> {
    const response = await this.request(url);
    const isBook = response.status === 301 && /^\/books\/\d+(?:\?|$)/.test(url);
    return isBook ? this.request(response.headers.get("Location")!) : response;
  }

  /** Posts a form as a browser without JavaScript does. A list repeats its field. */
  post(url: string, fields: FormFields): Promise<Response> {
    const pairs = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, String(value)]),
    );
    return this.request(url, { method: "POST", body: new URLSearchParams(pairs) });
  }

  /** Posts a form with files as a browser does. Fields that are null are left out. */
  postFiles(url: string, fields: Record<string, string | File | null>): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== null) body.append(name, value);
    return this.request(url, { method: "POST", body });
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  setCookie(name: string, value: string) {
    this.#cookies.set(name, value);
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }
}

/** A browser signed in as this account, without the slow check of a password: the session is written directly. */
export async function signedIn(shop: TestShop, accountId: number): Promise<Browser> {
  const { id } = await startSession(shop.db.write, { accountId, remember: false });
  const cookie = signedCookie<string>("kitab", "session cookie", {}).serialize(id);
  const browser = new Browser(shop.origin);
  browser.setCookie("kitab", cookie.split(";")[0]!.slice("kitab=".length));
  return browser;
}

/** A browser that is not signed in. */
export const guestBrowser = (shop: TestShop) => new Browser(shop.origin);

/** A browser signed in as a new customer. @returns it with the account's id */
export async function customerBrowser(
  shop: TestShop,
  given: Parameters<typeof createAccount>[1] = {},
): Promise<Browser & { accountId: number }> {
  const accountId = await createAccount(shop.db.write, given);
  return Object.assign(await signedIn(shop, accountId), { accountId });
}

/** A browser signed in as a new member of staff, by default Kamini Iyer. @returns it with the account's id */
export async function staffBrowser(
  shop: TestShop,
  given: Parameters<typeof createStaff>[1] = {},
): Promise<Browser & { staffId: number }> {
  const staffId = await createStaff(shop.db.write, given);
  return Object.assign(await signedIn(shop, staffId), { staffId });
}

/** Sends raw bytes, for requests that `fetch` cannot send. @returns the answer until the connection closes */
export function sendBytes(shop: TestShop, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(shop.origin).port), LOOPBACK, () => socket.write(bytes));
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/**
 * Sends the same request many times through one connection, without waiting for answers between: for limits, which need
 * hundreds of requests. @returns the answers' heads, in order
 */
export async function sendMany(
  shop: TestShop,
  times: number,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<{ status: number; head: string }[]> {
  const json = body === undefined ? "" : JSON.stringify(body);
  const lines = (connection: string) =>
    [
      `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
      "Host: shop",
      `Connection: ${connection}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${json.length}`]),
    ].join("\r\n") + `\r\n\r\n${json}`;
  const answer = await sendBytes(shop, lines("keep-alive").repeat(times - 1) + lines("close"));
  const heads = [...answer.matchAll(/HTTP\/1\.1 (\d{3})[^]*?\r\n\r\n/g)];
  return heads.map(([head, status]) => ({ status: Number(status), head }));
}
