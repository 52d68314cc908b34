import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { signedCookie } from "~/http/request/signed-cookie.server";
import { startSession } from "~/domain/accounts/sessions.server";
import { shopSecret } from "~/platform/shop-secret.server";
import { checkedFetch } from "./api-contract";
import { withoutSync } from "./database";
import { LOOPBACK } from "./loopback";

export interface TestShop {
  origin: string;
  dataDir: string;
  /** The id of its process. */
  pid: number;
  /** The shop's database file, opened a second time for the tests. */
  db: ShopDatabase;
  /** The process's output so far. */
  output(): string;
  /** Ends the process, by default gracefully; with SIGKILL like a crash. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  remove(): Promise<void>;
}

/**
 * Starts the built shop as a process on a free port, with an empty data folder.
 * @param env variables in addition to the defaults (demo mode, no sample catalogue, no rate limits)
 */
export async function startTestShop(env: Record<string, string> = {}, dataDir?: string): Promise<TestShop> {
  if (!existsSync("build/server/index.js")) throw new Error("these tests need the build: npm run build");
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), "kitab-shop-"));
  const child = spawn(process.execPath, ["app/test/serve.mjs"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: LOOPBACK,
      DATA_DIR: folder,
      SAMPLE_CATALOGUE: "off",
      RATE_LIMIT: "off",
      LOG_LEVEL: "warn",
      SESSION_SECRET: shopSecret(),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const address = await announcedAddress(child, () => output);
  const db = openDatabase(path.join(folder, "kitab.db"));
  // Tests may wait long for the shop's writes on a slow disk; the shop itself uses a shorter timeout.
  db.executeScript("pragma busy_timeout = 10000");
  withoutSync(db);

  async function stop(signal: NodeJS.Signals = "SIGTERM") {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return ended;
  }
  return {
    origin: address,
    dataDir: folder,
    pid: child.pid!,
    db,
    output: () => output,
    stop,
    async remove() {
      await db.close();
      await stop("SIGKILL");
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function announcedAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /^listening (\S+)$/m.exec(output())?.[1];
      if (address) resolve(address);
    };
    child.stdout!.on("data", look);
    child.once("exit", (code) => reject(new Error(`the shop ended with ${code}:\n${output()}`)));
  });
}

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

  get(url: string): Promise<Response> {
    return this.request(url);
  }

  /** Posts a form as a browser without JavaScript does. */
  post(url: string, fields: Record<string, string | number>): Promise<Response> {
    const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
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
  const cookie = await signedCookie<string>("kitab", "session cookie", {}).serialize(id);
  const browser = new Browser(shop.origin);
  browser.setCookie("kitab", cookie.split(";")[0]!.slice("kitab=".length));
  return browser;
}
