import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { setSettings } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { isOnPostgres } from "~/test/databases/postgres";
import { guestBrowser, ownShop } from "~/test/shop";

// Without a mail server: mails become files.
const shop = ownShop({ SMTP_URL: "" });

test.skipIf(process.platform === "win32")("the shop's files are readable only by its own user", () => {
  const database = isOnPostgres ? [] : ["kitab.db", "kitab.db-wal", "kitab.db-shm"];
  for (const file of [...database, "outbox"])
    expect(statSync(path.join(shop.dataDir, file)).mode & 0o077, file).toBe(0);
});

test("mails have the shop's name as sender", async () => {
  await setSettings(shop.db.write, { shopName: "Neem Tree" });
  const { email } = await accountWithPassword(shop.db.write, PASSWORD);
  await guestBrowser(shop).post("/forgot-password", { email });
  const outbox = path.join(shop.dataDir, "outbox");
  const files = () => readdirSync(outbox).filter((name) => name.endsWith(".eml"));
  await expect.poll(files).toHaveLength(1);
  expect(readFileSync(path.join(outbox, files()[0]!), "utf8")).toMatch(
    /^From: "?Neem Tree"? <shop@kitab\.example>/m,
  );
});

test("links in mails never contain a forged Host", async () => {
  const send = async (host: string) => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    const body = JSON.stringify({ email });
    const asked = request(`${shop.origin}/api/v1/auth/forgot-password`, {
      method: "POST",
      headers: { Host: host, "Content-Type": "application/json", "Content-Length": body.length },
    });
    asked.end(body);
    const [answer] = (await once(asked, "response")) as [NodeJS.ReadableStream];
    await once(answer.resume(), "end");
    const { text_body } = await shop.db.read
      .selectFrom("outgoing_mails")
      .select("text_body")
      .where("recipient", "=", email)
      .executeTakeFirstOrThrow();
    return /(\S+)\/resetpassword/.exec(text_body)![1];
  };
  const own = new URL(shop.origin);
  expect(await send("evil.example")).toBe(own.origin);
  expect(await send("127.0.0.1.evil.example")).toBe(own.origin);
  expect(await send(`localhost:${own.port}`)).toBe(`http://localhost:${own.port}`);
  expect(await send(`192.168.1.20:${own.port}`)).toBe(`http://192.168.1.20:${own.port}`);
});

test.each(["", "abc\n", "x".repeat(31)])(
  "does not start with the secret %j, which anybody could know",
  (secret) => {
    const folder = mkdtempSync(path.join(tmpdir(), "kitab-secret-"));
    const file = path.join(folder, "session-secret");
    writeFileSync(file, secret);
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0" };
    const { status, stderr } = spawnSync(process.execPath, ["scripts/serve.mjs"], { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain(`the file ${file} must hold a secret of at least 32 characters`);
    expect(stderr).toContain("Put it back from a backup.");
    expect(stderr).not.toContain("    at ");
    expect(readFileSync(file, "utf8")).toBe(secret);
    rmSync(folder, { recursive: true });
  },
);

test("reports a data folder that is not writable in a sentence", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-folder-"));
  try {
    writeFileSync(path.join(folder, "file"), "");
    const dataDir = path.join(folder, "file", "data");
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0" };
    const { status, stderr } = spawnSync(process.execPath, ["scripts/serve.mjs"], { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain(`it cannot write to its data folder, ${dataDir}`);
    expect(stderr).not.toContain("    at ");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["that is none", 0, ["scripts/serve.mjs"]],
  ["whose first page is damaged", 100, ["scripts/serve.mjs"]],
  ["whose first page is damaged", 100, ["scripts/export.mjs", "--format", "csv"]],
])("says what to do about a database %s", (_, from, command) => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-damaged-"));
  const file = path.join(folder, "kitab.db");
  new SQLite(file).exec("create table notes (line text)").close();
  writeFileSync(file, readFileSync(file).fill(0xab, from, 4096));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0" };
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain(`The shop's database, ${file}, is damaged`);
  expect(stderr).toContain("restore a backup with npm run restore");
  expect(stderr).not.toContain("    at ");
  rmSync(folder, { recursive: true });
});

// What vite.config.ts asks for cannot be done in String.raw, nor in comments that stay.
test("the server's scripts have only characters that take one byte of memory", () => {
  const scripts = readdirSync("build/server", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  expect(scripts).toContain("index.js");
  for (const file of scripts) {
    const script = readFileSync(path.join("build/server", file), "utf8");
    expect(/[^\0-\xff]/.exec(script)?.[0], file).toBeUndefined();
  }
});

// The last test, because it stops the shop.
test("on stop, answers requests under way, closes kept connections, and exits with 0", async () => {
  const agent = new Agent({ keepAlive: true });
  const kept = request(`${shop.origin}/books`, { agent });
  kept.end();
  const [page] = (await once(kept, "response")) as [IncomingMessage];
  // Longer than nginx keeps a connection.
  expect(page.headers["keep-alive"]).toBe("timeout=65");
  await once(page.resume(), "end");

  const body = "email=reader%40example.com";
  const slow = request(`${shop.origin}/newsletter`, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": body.length,
      Origin: shop.origin,
      Expect: "100-continue",
    },
  });
  slow.flushHeaders();
  await once(slow, "continue");
  const ended = shop.stop();
  slow.end(body);
  const [answer] = (await once(slow, "response")) as [IncomingMessage];
  await once(answer.resume(), "end");
  expect([answer.statusCode, answer.headers.connection]).toEqual([303, "close"]);
  expect(await ended).toBe(0);
  agent.destroy();
});
