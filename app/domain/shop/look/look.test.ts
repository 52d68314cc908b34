import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff, setSettings } from "~/test/factories";
import { jpeg } from "~/test/files/pictures";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { iconFiles } from "~/domain/kit/images/icons";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { readSettings } from "../settings/settings.server";
import { FACES_SHEET, lookSheetPath, parseSheetName, previewSheetPath } from "./look";
import { lookSchema, parseShownLook } from "./look.schema";
import { pageLook, readLook, saveLook } from "./look.server";
import { lookSheet } from "./look-sheet.server";
import { saveIcon, saveLogo } from "./shop-pictures.server";

let db: ShopDatabase;
let asha: number;
let meera: number;

beforeEach(async () => {
  db = await createTestDatabase();
  asha = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
  meera = await createStaff(db.write, { first_name: "Meera", last_name: "Nair" });
});

const DEFAULT = { accent: null, face: "eczar", logoAlone: false } as const;
const GREEN = { accent: "#0b5d4a", face: "jost", logoAlone: false } as const;
const FILES = {
  faces: {
    gelasio: { latin: "/g.woff2", accents: "/g-acc.woff2", extended: "/g-ext.woff2" },
    jost: { latin: "/j.woff2", accents: "/j-acc.woff2", extended: "/j-ext.woff2", dotted: "/j-dot.woff2" },
    "rozha-one": {
      latin: "/r.woff2",
      accents: "/r-acc.woff2",
      extended: "/r-ext.woff2",
      dotted: "/r-dot.woff2",
    },
  },
  devanagari: "/e-deva.woff2",
};

test.each([
  ["#0B5D4A", "#0b5d4a"],
  [" 0b5d4a ", "#0b5d4a"],
  ["#fa0", "#ffaa00"],
  ["", null],
  ["#9C2F1C", null],
])("the colour %j is read as %j", (typed, accent) => {
  expect(lookSchema.parse({ accent: typed, face: "jost" })).toEqual({
    accent,
    face: "jost",
    logoAlone: false,
  });
});

test.each(["red", "#12", "#12345", "#0b5d4g", "#0b5d4a;}", "x".repeat(5000)])("%j is no colour", (typed) => {
  expect(lookSchema.safeParse({ accent: typed, face: "jost" }).error?.issues[0]?.message).toContain(
    "such as #0b5d4a",
  );
});

test("what the form showed is read back; anything else is nothing", () => {
  expect(parseShownLook(JSON.stringify(GREEN))).toEqual(GREEN);
  for (const text of [null, "", "{}", "[]", '{"accent":1,"face":"jost"}', "x".repeat(300)])
    expect(parseShownLook(text)).toBeNull();
});

describe("saving", () => {
  const save = (
    staffId: number,
    look: Partial<Parameters<typeof saveLook>[1]["look"]>,
    shown: Parameters<typeof saveLook>[1]["shown"] = DEFAULT,
  ) => saveLook(db.write, { staffId, look: { ...DEFAULT, ...look }, shown });

  test("stores the look, drops cached pages and writes a record; the same look again does nothing", async () => {
    const version = await db.catalogueVersion();
    expect(await save(asha, GREEN)).toEqual({ ok: true });
    expect(await readLook(db.read)).toEqual(GREEN);
    expect(await db.catalogueVersion()).toBeGreaterThan(version);
    await save(asha, GREEN);
    expect(await readAudit(db.read, "look", 0)).toMatchObject([
      {
        who: "Asha Rao",
        changes: [
          { field: "Accent colour", before: "#9c2f1c", after: "#0b5d4a" },
          { field: "Display face", before: "Eczar", after: "Jost" },
        ],
      },
    ]);
  });

  test("that the logo contains the name is saved by itself, drops cached pages and is in the record", async () => {
    const version = await db.catalogueVersion();
    expect(await save(asha, { logoAlone: true })).toEqual({ ok: true });
    expect(await readLook(db.read)).toEqual({ ...DEFAULT, logoAlone: true });
    expect(await db.catalogueVersion()).toBeGreaterThan(version);
    expect((await readAudit(db.read, "look", 0))[0]!.changes).toEqual([
      { field: "The logo contains the shop's name", before: "no", after: "yes" },
    ]);
    expect(await save(meera, { accent: "#0b5d4a" })).toEqual({ ok: true });
    expect(await readLook(db.read)).toEqual({ accent: "#0b5d4a", face: "eczar", logoAlone: true });
  });

  test("refuses a colour that cannot be read, with the nearest that can", async () => {
    const outcome = await save(asha, { accent: "#ffd54a", face: "eczar" });
    if (outcome.ok || outcome.reason !== "unreadable") throw new Error("it was saved");
    expect(outcome.message).toContain(outcome.nearest);
    expect(await readLook(db.read)).toEqual(DEFAULT);
    expect(await save(asha, { accent: outcome.nearest, face: "eczar" })).toEqual({
      ok: true,
    });
  });

  test("two people: changes of different fields are both kept; of the same field the second is told", async () => {
    await save(asha, { accent: "#0b5d4a", face: "eczar" });
    expect(await save(meera, { accent: null, face: "jost" })).toEqual({ ok: true });
    expect(await readLook(db.read)).toEqual(GREEN);

    const refused = await save(meera, { accent: "#31459b", face: "jost" });
    expect(refused).toEqual({
      ok: false,
      reason: "changed",
      messages: { accent: "Changed meanwhile by Asha Rao to “#0b5d4a”. Save again to replace that." },
      current: GREEN,
    });
    expect(await save(meera, { accent: "#31459b", face: "jost" }, GREEN)).toEqual({ ok: true });
  });
});

describe("what pages get", () => {
  test("nothing for the default look", async () => {
    expect(pageLook(await readSettings(db.read), FILES)).toBeUndefined();
    expect(lookSheetPath(DEFAULT)).toBeNull();
  });

  test("a sheet, the face's file, the colours of the browser's bars, the icon", async () => {
    await setSettings(db.write, { accent: "#0b5d4a", displayFace: "jost", icon: "icon-x-512.png" });
    expect(pageLook(await readSettings(db.read), FILES)).toEqual({
      sheet: "/look/page-2-0b5d4a-jost.css",
      font: "/j.woff2",
      bars: { light: "#0b5d4a", dark: expect.stringMatching(/^#[\da-f]{6}$/) as string },
      tab: "/coverpages/icon-x-32.png",
      touch: "/coverpages/icon-x-180.png",
    });
  });

  test("the default face when a later version's is stored", async () => {
    await setSettings(db.write, { displayFace: "papyrus" });
    expect(await readLook(db.read)).toEqual(DEFAULT);
  });

  test("a sheet's name contains the look; other names have none", () => {
    const sheets = [lookSheetPath(GREEN)!, previewSheetPath("#0b5d4a"), previewSheetPath(null), FACES_SHEET];
    expect(sheets.map((sheet) => parseSheetName(path.basename(sheet))?.scope)).toEqual([
      "page",
      "preview",
      "preview",
      "faces",
    ]);
    expect(parseSheetName("page-2-0b5d4a-jost.css")?.look).toEqual({ accent: "#0b5d4a", face: "jost" });
    for (const name of [
      "page-2-0b5d4a-papyrus.css",
      "page-1-0b5d4a-jost.css",
      "page-2-0b5d4-jost.css",
      "page-2-default-constructor.css",
      "page-2-0b5d4a-jost.css/..",
    ])
      expect([name, parseSheetName(name)]).toEqual([name, null]);
  });

  test("the sheet of a colour has only its tokens; that of a face its files by letters", () => {
    expect(lookSheet({ accent: "#0b5d4a", face: "eczar" }, "page", FILES)).toMatch(
      /^:root\{--accent:light-dark\(#0b5d4a,#[\da-f]{6}\);--accent-strong:light-dark\(.{15}\);--on-accent:light-dark\(.{15}\)\}\n$/,
    );
    const jost = lookSheet({ accent: null, face: "jost" }, "page", FILES);
    expect(jost).toContain(':root{--display:"Jost",Plain,var(--stand-ins)}');
    for (const file of ["/j.woff2", "/j-acc.woff2", "/j-ext.woff2", "/j-dot.woff2", "/e-deva.woff2"])
      expect(jost.split(`url(${file})`)).toHaveLength(2);
    expect(jost).not.toContain("--accent");
    expect(lookSheet({ accent: null, face: "eczar" }, "preview", FILES)).toMatch(
      /^\.look-preview\{--accent:/,
    );
  });
});

test("letters of the faces are those of styles/app.css", () => {
  const ranges = (text: string) =>
    [...text.matchAll(/unicode-range:\s*([^;}]+)/g)].map(([, range]) =>
      range!.replaceAll(/\s/g, "").replaceAll(/(?<=[+-])0+(?=[\dA-F])/g, ""),
    );
  const [accents, latin, , devanagari] = ranges(readFileSync("app/styles/app.css", "utf8"));
  const sheet = ranges(lookSheet({ accent: null, face: "gelasio" }, "page", FILES));
  expect(sheet.slice(0, 2)).toEqual([accents, latin]);
  expect(sheet.at(-1)).toBe(devanagari);
});

describe("logo and icon", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-look-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const store = { coversDir: folder };

  test("a logo is saved, replaced and removed, together with its file", async () => {
    expect(await saveLogo(db.write, { staffId: asha, bytes: await jpeg(300, 100) }, store)).toEqual({
      ok: true,
    });
    const first = (await readSettings(db.read)).logo!;
    expect(readdirSync(folder)).toEqual([first]);
    expect(await saveLogo(db.write, { staffId: asha, bytes: Buffer.from("<svg/>") }, store)).toMatchObject({
      ok: false,
    });
    expect((await readSettings(db.read)).logo).toBe(first);
    await saveLogo(db.write, { staffId: asha, bytes: await jpeg(100, 100) }, store);
    const second = (await readSettings(db.read)).logo!;
    expect(readdirSync(folder)).toEqual([second]);
    await saveLogo(db.write, { staffId: asha, bytes: await jpeg(100, 100) }, store);
    expect(readdirSync(folder)).toEqual([second]);
    for (let time = 0; time < 2; time += 1) await saveLogo(db.write, { staffId: asha, bytes: null }, store);
    expect((await readSettings(db.read)).logo).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    const history = await readAudit(db.read, "look", 0);
    expect(history.map((entry) => entry.changes[0]!.after)).toEqual(["none", second, first]);
  });

  test("an icon is made in each size, kept by the sweep while it is used, and removed", async () => {
    expect(await saveIcon(db.write, { staffId: asha, bytes: await jpeg(400, 400) }, store)).toEqual({
      ok: true,
    });
    const icon = (await readSettings(db.read)).icon!;
    expect(readdirSync(folder).sort()).toEqual(iconFiles(icon).sort());
    const widths = await Promise.all(
      iconFiles(icon).map(async (name) => (await sharp(path.join(folder, name)).metadata()).width),
    );
    expect(widths).toEqual([32, 180, 192, 512, 512]);
    const later = new Date(Date.now() + 2 * 3_600_000);
    expect(await sweepImages(db.write, folder, later)).toBe(0);
    await db.write.deleteFrom("settings").execute();
    expect(await sweepImages(db.write, folder, later)).toBe(5);
  });

  test("transparency is kept but where phones would show black; a maskable icon has a margin", async () => {
    const drawn = sharp({ create: { width: 300, height: 300, channels: 4, background: "#00000000" } });
    const spot = { create: { width: 300, height: 150, channels: 3, background: "#c02020" } } as const;
    const bytes = await drawn
      .composite([{ input: spot, left: 0, top: 150 }])
      .png()
      .toBuffer();
    await saveIcon(db.write, { staffId: asha, bytes }, store);
    const icon = (await readSettings(db.read)).icon!;
    const [tab, touch, , , maskable] = iconFiles(icon).map((name) => sharp(path.join(folder, name)));
    const corner = async (picture: typeof tab, at: number) => [
      ...(await picture!.ensureAlpha().extract({ left: at, top: at, width: 1, height: 1 }).raw().toBuffer()),
    ];
    expect((await corner(tab, 1))[3]).toBe(0);
    expect(await corner(touch, 2)).toEqual([255, 255, 255, 255]);
    // Below its middle the picture is red, but its margin is white.
    const edge = await maskable!
      .ensureAlpha()
      .extract({ left: 20, top: 400, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...edge]).toEqual([255, 255, 255, 255]);
  });

  test.each([
    [400, 300, "The icon must be square: as wide as it is high"],
    [100, 100, "The icon must be at least 192 pixels wide and high"],
  ])("an icon of %i by %i is refused", async (width, height, message) => {
    const bytes = await jpeg(width, height);
    expect(await saveIcon(db.write, { staffId: asha, bytes }, store)).toEqual({ ok: false, message });
  });
});
