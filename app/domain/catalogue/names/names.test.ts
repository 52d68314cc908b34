import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { saveMasterData } from "./master-data.server";
import { cleanName, nameKey } from "./names";

const UNSEEN = ["\u00AD", "\u200B", "\u2060", "\uFEFF", "\u200C", "\u200D"];

test("characters that nobody sees are in no Latin name", () => {
  for (const unseen of UNSEEN)
    for (const name of [
      `Asha${unseen} Rao`,
      `As${unseen}ha Rao`,
      `${unseen}Asha Rao`,
      `Asha Rao${unseen}`,
      `Asha ${unseen} Rao`,
    ])
      expect([name, cleanName(name), nameKey(name)]).toEqual([name, "Asha Rao", "asha rao"]);
  expect(cleanName("\u200B \u2060")).toBe("");
});

test("joiners stay where they change Indian or Arabic letters, and do not tell two names apart", () => {
  // Marathi eyelash ra, a Malayalam chillu, Bengali ya-phala, Persian; and an emoji of several.
  for (const name of ["दऱ्\u200Dया", "അവന്\u200D", "র\u200D্যাব", "می\u200Cخواهم", "👩\u200D🏫"]) {
    expect(cleanName(name)).toBe(name.normalize("NFC"));
    expect(nameKey(name)).toBe(nameKey(name.replace(/[\u200C\u200D]/g, "")));
  }
});

test("a name with a zero-width space is no second author", async () => {
  const { write: db } = await createTestDatabase();
  const staffId = await createStaff(db);
  const save = (name: string) =>
    saveMasterData(db, MASTER_DATA.author, { id: null, name: cleanName(name), staffId });
  expect(await save("Asha\u200B Rao")).toMatchObject({ ok: true });
  expect(await db.selectFrom("authors").select(["name", "name_key"]).execute()).toEqual([
    { name: "Asha Rao", name_key: "asha rao" },
  ]);
  expect(await save("Asha Rao")).toMatchObject({ ok: false, message: "Author already exists" });
});
