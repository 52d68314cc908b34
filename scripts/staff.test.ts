import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { NEW_PASSWORD } from "~/test/factories-accounts";
import { readPage } from "~/test/pages";
import { isOnPostgres } from "~/test/databases/postgres";
import { guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();

function run(args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, ["scripts/staff.mjs", ...args], {
      env: { PATH: process.env.PATH, ...shop.env, LOG_LEVEL: "warn", ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end();
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

const accountOf = (email: string) =>
  shop.db.read
    .selectFrom("accounts")
    .select(["id", "role", "job", "status", "extra_rights"])
    .where("email", "=", email)
    .executeTakeFirst();

test("explains wrong arguments, and refuses a folder without a shop", async () => {
  for (const args of [
    [],
    ["--no-such-thing"],
    ["--list", "--add-owner", "a@example.in"],
    ["--list", "--reset-factor"],
  ])
    expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
  expect(await run(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Usage") });
  expect(await run(["--list", "--data", tmpdir()], { DATABASE_URL: "" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no shop"),
  });
});

test("beside a running shop, an inactive member of staff becomes an owner again", async () => {
  const email = "lost@neem.in";
  const id = await createStaff(shop.db.write, {
    email,
    first_name: "Lost",
    job: "orders",
    status: "inactive",
    extra_rights: '["refunds"]',
  });
  const at = "2026-11-20T06:30:00.000Z";
  await shop.db.write
    .insertInto("totp_factors")
    .values({ account_id: id, sealed_secret: "x", created_at: at, confirmed_at: at })
    .execute();
  const before = await signedIn(shop, id);
  const listed = await run(["--list"]);
  expect(listed.code).toBe(0);
  expect(listed.out).toContain(
    `${email}  Lost Iyer\n  Orders, inactive, second step on, no login recorded\n  may also cancel orders`,
  );

  const done = await run(["--add-owner", " LOST@neem.in", "--reset-factor"], {
    BASE_URL: "https://books.example.in",
  });
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toContain("The second step of the login is removed");
  expect(done.out).not.toContain("BASE_URL");
  expect(await accountOf(email)).toMatchObject({ id, job: "owner", status: "active", extra_rights: "[]" });
  expect(await shop.db.read.selectFrom("totp_factors").select("account_id").execute()).toEqual([]);
  expect((await before.get("/admin")).headers.get("Location")).toContain("/login");

  const token = /https:\/\/books\.example\.in\/resetpassword\?token=(\S+)/.exec(done.out)![1]!;
  const browser = guestBrowser(shop);
  const form = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  expect(await readPage(browser.post(`/resetpassword?token=${token}`, form))).toMatchObject({ status: 303 });
  expect((await browser.post(`/resetpassword?token=${token}`, form)).status).toBe(400);
  const login = { username: email, password: NEW_PASSWORD, redirectTo: "/admin/staff" };
  expect(await readPage(browser.post("/login", login))).toMatchObject({ status: 303, to: "/admin/staff" });
  expect((await browser.get("/admin/staff")).status).toBe(200);

  const entries = await shop.db.read
    .selectFrom("audit_entries")
    .selectAll()
    .where("account_id", "is", null)
    .orderBy("id")
    .execute();
  expect(entries).toMatchObject([
    { actor: "The command line of the server", subject: "staff", subject_id: id, action: "recovered" },
    { actor: "The command line of the server", subject: "sign_in", subject_id: id },
  ]);
  expect(JSON.parse(entries[0]!.before)).toMatchObject({ Job: "Orders", Status: "Inactive" });
  expect(JSON.parse(entries[0]!.after)).toMatchObject({ Job: "Owner", Status: "Active" });
});

test("an account is made for a new address; a customer's is refused", async () => {
  const made = await run(["--add-owner", "new@neem.in"]);
  expect(made.code).toBe(0);
  expect(made.out).toContain("new@neem.in is an active owner of this shop, with a new account.");
  expect(made.out).toContain("BASE_URL is not set");
  expect(await accountOf("new@neem.in")).toMatchObject({ role: "admin", job: "owner", status: "active" });

  await createAccount(shop.db.write, { email: "reader@neem.in" });
  expect(await run(["--add-owner", "reader@neem.in"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("address of a customer's account"),
  });
  expect(await accountOf("reader@neem.in")).toMatchObject({ role: "customer", job: null });
  expect(await run(["--add-owner", "nobody"])).toMatchObject({
    code: 1,
    err: "nobody is not an email address.\n",
  });
});

test("works while the shop is stopped; refuses a database of another version", async () => {
  const db = await createTestDatabase();
  const stopped: Record<string, string> = isOnPostgres
    ? { DATABASE_URL: db.file }
    : { DATA_DIR: path.dirname(db.file) };
  expect(await run(["--add-owner", "new@neem.in"], stopped)).toMatchObject({ code: 0 });
  await db.executeScript(
    "delete from kysely_migration where name = (select max(name) from kysely_migration)",
  );
  expect(await run(["--list"], stopped)).toMatchObject({
    code: 1,
    err: expect.stringContaining("of another version"),
  });
});
