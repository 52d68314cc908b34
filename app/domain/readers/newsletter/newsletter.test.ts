import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { allMails, onOneLine } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import { newsletterSchema } from "./newsletter.schema";
import { confirmSubscription, readRequest, subscribe, sweepSubscriptionRequests } from "./newsletter.server";
import { parseSubscriberSearch } from "./subscribers";
import { changeByStaff, exportSubscribers, findSubscriber, listSubscribers } from "./subscribers.server";
import { findSubscription, unsubscribe, unsubscribeLink } from "./unsubscribing.server";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date("2026-11-21T10:00:00.000Z");
const after = (ms: number) => new Date(START.getTime() + ms);
const SITE = { shopName: "Kitab", origin: "https://books.example.in", contact: ["Kochi"] };
const ASHA = "asha@example.com";

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  db = await createTestDatabase();
});

const ask = (now = START, email = ASHA) =>
  subscribe(db.write, { email, consent: "Once a month." }, SITE, now);
const mails = () => allMails(db.read);
const row = () =>
  db.read.selectFrom("newsletter_subscribers").selectAll().orderBy("id").executeTakeFirstOrThrow();
const lastToken = async () => /token=([\w-]+)/.exec((await mails()).at(-1)!.text_body)![1]!;
const confirm = async (now = START) => confirmSubscription(db.write, await lastToken(), SITE, now);
/** Id and key of the unsubscribe link in the newest mail. */
const lastLink = async () => {
  const { id, key } = /\?id=(?<id>\d+)&key=(?<key>[\w-]+)/.exec((await mails()).at(-1)!.text_body)!.groups!;
  return { id: id!, key: key! };
};

describe("requesting the newsletter", () => {
  test("stores the address unconfirmed, with consent text and time, but not the link's token", async () => {
    await ask();
    expect(await row()).toMatchObject({
      email: ASHA,
      state: "unconfirmed",
      consent: "Once a month.",
      requested_at: START.toISOString(),
      confirmed_at: null,
    });
    expect(await mails()).toMatchObject([{ recipient: ASHA, headers: "{}" }]);
    expect(JSON.stringify(await row())).not.toContain(await lastToken());
  });

  test("sends at most one mail in 10 minutes and five in a day", async () => {
    const sentAfter = async (ms: number) => {
      const before = (await mails()).length;
      await ask(after(ms));
      return (await mails()).length - before;
    };
    const minutes = [0, 0, 9.9, 10, 15, 20, 30, 40, 50, 600];
    const sent = [];
    for (const minute of minutes) sent.push(await sentAfter(minute * MINUTE));
    expect(sent).toEqual([1, 0, 0, 1, 0, 1, 1, 1, 0, 0]);
    expect(await sentAfter(DAY)).toBe(1);
    // Each address has its own count, even if it begins like another.
    await ask(after(DAY), `${ASHA}.in`);
    expect((await mails()).at(-1)!.recipient).toBe(`${ASHA}.in`);
  });

  test("its mails say of it what the home page says", async () => {
    const content = { ...DEFAULT_CONTENT.newsletter, text: "A poem each Friday." };
    const block = { id: 1, revision: 1, kind: "newsletter", hidden: false, content };
    await db.write
      .insertInto("home_versions")
      .values({
        blocks: JSON.stringify([block]),
        changes: "[]",
        account_id: null,
        published_at: START.toISOString(),
      })
      .execute();
    await ask();
    await confirm();
    const bodies = (await mails()).map(({ text_body }) => text_body);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(onOneLine(body)).toContain("A poem each Friday.");
  });

  test("many requests at the same time send one mail", async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(await mails()).toHaveLength(1);
  });

  test("a newer link replaces the older one; a request without a mail does not", async () => {
    await ask();
    const first = await lastToken();
    await ask(after(MINUTE));
    expect(await readRequest(db.read, first, after(MINUTE))).toBe("open");
    await ask(after(11 * MINUTE));
    expect(await readRequest(db.read, first, after(11 * MINUTE))).toBe("invalid");
    expect(await readRequest(db.read, await lastToken(), after(11 * MINUTE))).toBe("open");
  });

  test("a subscriber stays subscribed, and is told so only by email", async () => {
    await ask();
    await confirm();
    await ask(after(DAY));
    expect(await row()).toMatchObject({ state: "confirmed", requested_at: START.toISOString() });
    const told = (await mails()).at(-1)!;
    expect(told.subject).toContain("already");
    expect(told.text_body).toContain("/newsletter/unsubscribe?id=");
    expect(JSON.parse(told.headers)).toHaveProperty("List-Unsubscribe");
  });
});

describe("confirming", () => {
  test("reading the link changes nothing; it works for seven days and can be used twice", async () => {
    await ask();
    const token = await lastToken();
    expect(await readRequest(db.read, token, after(7 * DAY - 1))).toBe("open");
    expect(await readRequest(db.read, token, after(7 * DAY))).toBe("invalid");
    expect(await confirmSubscription(db.write, token, SITE, after(7 * DAY))).toBe(false);
    expect(await row()).toMatchObject({ state: "unconfirmed" });

    expect(await confirmSubscription(db.write, token, SITE, after(DAY))).toBe(true);
    expect(await confirmSubscription(db.write, token, SITE, after(2 * DAY))).toBe(true);
    expect(await readRequest(db.read, token, after(2 * DAY))).toBe("done");
    expect(await row()).toMatchObject({ state: "confirmed", confirmed_at: after(DAY).toISOString() });
    expect(await mails()).toHaveLength(2);
    for (const odd of ["", "x", token.slice(1), `${token}x`])
      expect(await confirmSubscription(db.write, odd, SITE, START)).toBe(false);
  });

  test("the welcome mail has an unsubscribe link in its text and headers", async () => {
    await ask();
    await confirm();
    const welcome = (await mails()).at(-1)!;
    const link = unsubscribeLink(SITE.origin, await row());
    expect(welcome.subject).toBe("Welcome to the Kitab newsletter");
    expect(welcome.text_body).toContain(`Unsubscribe: ${link}`);
    expect(JSON.parse(welcome.headers)).toEqual({
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});

describe("unsubscribing", () => {
  beforeEach(async () => {
    await ask();
    await confirm();
  });

  test("works by the link at any time, also repeatedly", async () => {
    const link = await lastLink();
    expect(await findSubscription(db.read, link)).toMatchObject({ email: ASHA, state: "confirmed" });
    for (const year of [1, 2]) expect(await unsubscribe(db.write, link, after(year * 365 * DAY))).toBe(true);
    expect(await row()).toMatchObject({
      state: "unsubscribed",
      unsubscribed_at: after(365 * DAY).toISOString(),
    });
  });

  test("refuses links of others and forged links", async () => {
    const { id, key } = await lastLink();
    await ask(START, "other@example.com");
    await confirm();
    const other = await lastLink();
    for (const odd of [
      { id, key: other.key },
      { id: other.id, key },
      { id, key: "" },
      { id, key: `${key}x` },
      { id: `${id}.0`, key },
      { id: "9999", key },
      { id: "", key },
    ])
      expect([odd, await unsubscribe(db.write, odd)]).toEqual([odd, false]);
    const states = await db.read.selectFrom("newsletter_subscribers").select("state").execute();
    expect(states).toEqual([{ state: "confirmed" }, { state: "confirmed" }]);
  });

  test("refuses an old link if the id now belongs to another address", async () => {
    const link = await lastLink();
    await db.write.updateTable("newsletter_subscribers").set({ email: "other@example.com" }).execute();
    expect(await unsubscribe(db.write, link)).toBe(false);
  });

  test("is not undone by an old confirmation link, only by a new request and confirmation", async () => {
    const first = /token=([\w-]+)/.exec((await mails())[0]!.text_body)![1]!;
    const link = await lastLink();
    await unsubscribe(db.write, link, after(MINUTE));
    expect(await confirmSubscription(db.write, first, SITE, after(2 * MINUTE))).toBe(false);
    expect(await row()).toMatchObject({ state: "unsubscribed" });

    await ask(after(20 * MINUTE));
    expect(await row()).toMatchObject({
      state: "unconfirmed",
      confirmed_at: null,
      unsubscribed_at: after(MINUTE).toISOString(),
    });
    await confirm(after(30 * MINUTE));
    expect(await row()).toMatchObject({
      state: "confirmed",
      confirmed_at: after(30 * MINUTE).toISOString(),
      unsubscribed_at: null,
    });
    // The link of the first welcome mail still works.
    expect(await unsubscribe(db.write, link)).toBe(true);
  });
});

test("deletes unconfirmed requests after 30 days; earlier subscribers become unsubscribed again", async () => {
  await ask();
  await ask(after(DAY), "later@example.com");
  await ask(START, "kept@example.com");
  await confirm();
  await ask(START, "left@example.com");
  await confirm();
  await unsubscribe(db.write, await lastLink(), START);
  await ask(after(20 * MINUTE), "left@example.com");
  const all = async () =>
    (
      await db.read.selectFrom("newsletter_subscribers").select(["email", "state"]).orderBy("id").execute()
    ).map(({ email, state }) => `${email.split("@")[0]} ${state}`);

  expect(await sweepSubscriptionRequests(db.write, after(30 * DAY))).toBe(0);
  expect(await sweepSubscriptionRequests(db.write, after(30 * DAY + 30 * MINUTE))).toBe(2);
  expect(await all()).toEqual(["later unconfirmed", "kept confirmed", "left unsubscribed"]);
});

describe("for staff", () => {
  const find = async (query: string) =>
    (await listSubscribers(db.read, parseSubscriberSearch(new URLSearchParams(query)))).rows.map(
      ({ email }) => email[0],
    );

  beforeEach(async () => {
    for (const [index, email] of ["c@example.com", "a@example.com", "b@example.com"].entries()) {
      await ask(after(index * MINUTE), email);
      if (email !== "b@example.com") await confirm(after((10 - index) * MINUTE));
    }
  });

  test("lists confirmed addresses unless another state is requested; searches and sorts", async () => {
    expect(await find("")).toEqual(["a", "c"]);
    expect(await find("state=odd")).toEqual(["a", "c"]);
    expect(await find("state=unconfirmed")).toEqual(["b"]);
    expect(await find("state=all")).toEqual(["b", "a", "c"]);
    expect(await find("state=all&q=B%40EX")).toEqual(["b"]);
    const [unconfirmed] = (
      await listSubscribers(db.read, parseSubscriberSearch(new URLSearchParams("q=b&state=all")))
    ).rows;
    expect(await find(`state=all&q=%23${unconfirmed!.id}`)).toEqual(["b"]);
    expect(await find("state=all&sort=email&dir=desc")).toEqual(["c", "b", "a"]);
    expect(await find("sort=confirmedAt")).toEqual(["a", "c"]);
    expect(await find("sort=requestedAt")).toEqual(["c", "a"]);
  });

  test("exports all pages of the list", async () => {
    await db.write.transaction().execute(async (trx) => {
      for (let n = 0; n < 1003; n += 1)
        await trx
          .insertInto("newsletter_subscribers")
          .values({
            email: `many${n}@example.com`,
            state: "confirmed",
            requested_at: START.toISOString(),
            confirmed_at: START.toISOString(),
            unsubscribed_at: null,
          })
          .execute();
    });
    const exported = async (query: string) => {
      const rows = [];
      const search = parseSubscriberSearch(new URLSearchParams(query));
      for await (const row of exportSubscribers(db.read, search, SITE.origin)) rows.push(row);
      return rows;
    };
    const all = await exported("state=all");
    expect(all).toHaveLength(1006);
    expect(new Set(all.map(({ email }) => email)).size).toBe(1006);
    expect((await exported("q=many&size=5&page=7")).length).toBe(1003);
    const [first] = await exported("");
    const [id, key] = [...new URL(first!.unsubscribeLink).searchParams.values()] as [string, string];
    expect(await findSubscription(db.read, { id, key })).toMatchObject({ email: "c@example.com" });
  });

  test("unsubscribing and removing write one audit entry each", async () => {
    const staffId = await createStaff(db.write, { first_name: "Kamala", last_name: "Iyer" });
    const { id } = await row();
    const unsubscribing = { id, action: "unsubscribe", staffId } as const;
    expect(await changeByStaff(db.write, unsubscribing)).toBe("c@example.com is unsubscribed");
    expect(await changeByStaff(db.write, unsubscribing)).toBe("c@example.com is unsubscribed");
    expect(await findSubscriber(db.read, id)).toMatchObject({
      state: "unsubscribed",
      consent: "Once a month.",
    });
    expect(await changeByStaff(db.write, { ...unsubscribing, action: "remove" })).toMatch(/removed/);
    expect(await changeByStaff(db.write, { ...unsubscribing, action: "remove" })).toBeNull();
    const trail = await readAudit(db.read, "newsletter", id);
    expect(trail).toMatchObject([
      { who: "Kamala Iyer", action: "removed" },
      { action: "unsubscribed", changes: [{ before: "Confirmed", after: "Unsubscribed" }] },
    ]);
    expect(JSON.stringify(trail)).not.toContain("c@example.com");
  });

  test("ids are not reused", async () => {
    const staffId = await createStaff(db.write);
    const last = await db.read
      .selectFrom("newsletter_subscribers")
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    await changeByStaff(db.write, { id: last.id, action: "remove", staffId });
    await ask(START, "next@example.com");
    const { rows } = await listSubscribers(
      db.read,
      parseSubscriberSearch(new URLSearchParams("state=all&q=next")),
    );
    expect(rows[0]!.id).toBeGreaterThan(last.id);
  });
});

const message = (email: unknown) =>
  newsletterSchema.safeParse({ email }).error?.issues.map((issue) => issue.message);

test("ignores letter case and spaces around an address", () => {
  expect(newsletterSchema.parse({ email: " Asha@Example.com " })).toEqual({ email: ASHA });
});

test.each(["", "asha", "asha@", "@example.com", "a b@example.com", undefined, "x@y"])(
  "%j is not an address",
  (email) => {
    expect(message(email)).toEqual(["Please enter a valid email address"]);
  },
);

test("refuses addresses of 120 characters", () => {
  const long = (length: number) =>
    `${"a".repeat(60)}@${"b".repeat(50)}${"c".repeat(length - 60 - 1 - 50 - 4)}.com`;
  expect(long(119)).toHaveLength(119);
  expect(message(long(119))).toBeUndefined();
  expect(message(long(120))).toEqual(["Email must be less than 120 characters"]);
});
