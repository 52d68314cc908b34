import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { type MenuLink } from "./frame-parts";
import { announcementState, NO_ANNOUNCEMENT, shownFrame } from "./shown-frame";
import { announcementSchema, checkMenu } from "./frame-parts.schema";
import { readFramePart, readShownFrame, saveFramePart } from "./frame-parts.server";
import { isTarget } from "./text.schema";

test("links lead within the shop or by https elsewhere; nothing that a browser reads otherwise", () => {
  const good = ["/", "/books?tag=Poetry#top", "/किताबें", "https://example.in/a?b=c"];
  expect(good.filter((text) => !isTarget(text))).toEqual([]);
  const bad = [
    "",
    "books",
    "//example.in",
    "/\\example.in",
    "/a\tb",
    "http://example.in",
    "https://",
    "https://localhost",
    "https://user@example.in",
    "javascript:alert(1)",
    'https://example.in/"onclick',
  ];
  expect(bad.filter(isTarget)).toEqual([]);
});

describe("the announcement", () => {
  const dated = { ...NO_ANNOUNCEMENT, text: "Fair!", startsOn: "2026-12-01", endsOn: "2026-12-03" };

  test("is shown from its first to its last day in India", () => {
    const states = ["2026-11-30", "2026-12-01", "2026-12-03", "2026-12-04"].map((day) =>
      announcementState(dated, day),
    );
    expect(states).toEqual(["upcoming", "shown", "shown", "over"]);
    expect(announcementState({ ...dated, startsOn: "", endsOn: "" }, "2026-12-09")).toBe("shown");
    expect(announcementState({ ...dated, text: "" }, "2026-12-02")).toBe("none");
  });

  test("travels to pages only on its days, and without them", () => {
    const parts = { announcement: dated, "main-menu": null, "footer-menu": null, "footer-words": null };
    expect(shownFrame(parts, "2026-12-02")).toEqual({
      announcement: { text: "Fair!", linkLabel: "", to: "" },
    });
    expect(shownFrame(parts, "2026-12-04")).toEqual({});
  });

  test("needs both words and target of a link, and days in their order", () => {
    const messages = (given: object) =>
      announcementSchema
        .safeParse(given)
        .error?.issues.map(({ path, message }) => `${path.join()}: ${message}`);
    expect(messages({ text: "Fair" })).toBeUndefined();
    expect(messages({ text: "x".repeat(201), to: "/books", startsOn: "soon" })).toEqual([
      "text: Text must be 200 characters or less",
      "startsOn: First day must be a date such as 2026-11-28",
      "linkLabel: Please type the words of the link, or leave both its fields empty",
    ]);
    expect(messages({ linkLabel: "Go", to: "", startsOn: "2026-12-02", endsOn: "2026-12-01" })).toEqual([
      "to: Please say where the link leads, or leave both its fields empty",
      "endsOn: Last day must not be before the first",
    ]);
  });
});

describe("a menu", () => {
  const check = (menu: "main-menu" | "footer-menu", links: Partial<MenuLink>[]) =>
    checkMenu(menu, {
      labels: links.map(({ label }) => label ?? ""),
      targets: links.map(({ to }) => to ?? ""),
    });

  test("has its rows in order, without empty ones", () => {
    const rows = [{ label: " New  books ", to: "/books?sort=newest" }, {}, { label: "Us", to: " /about " }];
    expect(check("main-menu", rows)).toEqual({
      ok: true,
      links: [
        { label: "New books", to: "/books?sort=newest" },
        { label: "Us", to: "/about" },
      ],
    });
  });

  test("names the field of each mistake", () => {
    const rows = [{ label: "Books", to: "books" }, { label: "Us" }, { to: "/about" }];
    expect(check("footer-menu", rows)).toMatchObject({
      ok: false,
      message: null,
      rows: [
        { to: expect.stringMatching(/^Where it leads must be an address/) as string },
        { to: "Where it leads is required" },
        { label: "Label is required" },
      ],
    });
  });

  test("has no more links and letters than fit", () => {
    const links = (count: number, label: string) => Array.from({ length: count }, () => ({ label, to: "/" }));
    expect(check("main-menu", links(7, "a"))).toMatchObject({ message: "At most 6 links fit here" });
    expect(check("main-menu", links(6, "x".repeat(16)))).toMatchObject({
      message: expect.stringMatching(/together they may have 90 letters, and have 96/) as string,
    });
    expect(check("footer-menu", links(12, "x".repeat(30)))).toMatchObject({ ok: true });
  });
});

describe("saving a part", () => {
  let db: ShopDatabase;
  let staffId: number;
  beforeEach(async () => {
    db = await createTestDatabase();
    staffId = await createStaff(db.write);
  });
  const save = (sentence: string, version: number) =>
    saveFramePart(db.write, {
      name: "footer-words",
      value: { sentence, lastLine: "" },
      version,
      staffId,
    });

  test("is seen by visitors at once, and recorded", async () => {
    expect(await readShownFrame(db.read)).toEqual({});
    expect(await save("Our books", 0)).toEqual({ ok: true });
    expect(await readShownFrame(db.read)).toEqual({ footerWords: { sentence: "Our books", lastLine: "" } });
    const [entry] = await readAudit(db.read, "home", 0);
    expect(entry?.changes).toContainEqual({
      field: "Below the shop's name",
      before: "Books from Indian presses, sent to your door.",
      after: "Our books",
    });
  });

  test("tells the second of two people, and saves nothing of theirs until they have seen the difference", async () => {
    await save("First", 0);
    const second = await save("Second", 0);
    expect(second).toMatchObject({
      ok: false,
      clash: { version: 1, fields: [{ field: "Below the shop's name", stored: "First", yours: "Second" }] },
    });
    expect((await readFramePart(db.read, "footer-words")).value?.sentence).toBe("First");
    expect(await save("First", 0)).toEqual({ ok: true });
    expect(await save("Second", 1)).toEqual({ ok: true });
  });

  test("as the shop came is not the same as empty", async () => {
    await save("", 0);
    const back = { name: "footer-words", value: null, version: 1, staffId } as const;
    expect(await saveFramePart(db.write, back)).toEqual({ ok: true });
    expect(await readShownFrame(db.read)).toEqual({});
    expect((await readFramePart(db.read, "footer-words")).version).toBe(2);
  });
});
