import { describe, expect, test } from "vitest";
import { catalogueVersion } from "~/db/catalogue-version.server";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { listReviews, saveReview } from "./reviews.server";
import { reviewerName } from "./reviewer-name";

describe("the name of a reviewer", () => {
  test.each([
    ["Priya", "Sharma", "Priya S."],
    ["priya", "sharma", "priya S."],
    ["Mary Ann", "Jacob", "Mary Ann J."],
    ["Priya", "S.", "Priya S."],
    ["Jean", "d’Souza", "Jean D."],
    ["Noor", "'Aisha", "Noor A."],
    ["Ilse", "ßmann", "Ilse SS."],
    ["  Priya ", "  van  Dyck ", "Priya V."],
    ["प्रिया", "शर्मा", "प्रिया श."],
    ["मीरा", "क्षेत्री", "मीरा क्षे."],
    ["கண்ணன்", "ஸ்ரீனிவாசன்", "கண்ணன் ஸ்."],
    ["রবীন্দ্রনাথ", "ঠাকুর", "রবীন্দ্রনাথ ঠা."],
    ["مرزا", "غالب", "مرزا غ."],
  ])("%j %j is %j", (firstName, lastName, shown) => {
    expect(reviewerName({ firstName, lastName })).toBe(shown);
  });

  test.each([
    ["Premchand", ""],
    ["", "Premchand"],
    ["Premchand", "-"],
    ["Premchand", "."],
    ["Premchand", "42"],
  ])("of one word (%j %j) it is the word", (firstName, lastName) => {
    expect(reviewerName({ firstName, lastName })).toBe("Premchand");
  });

  test("a full name in one field is shortened too", () => {
    expect(reviewerName({ firstName: "Priya Rani Sharma", lastName: "" })).toBe("Priya Rani S.");
    expect(reviewerName({ firstName: "", lastName: "Priya Sharma" })).toBe("Priya S.");
  });

  test.each([
    ["", ""],
    ["  ", "\u200B"],
    ["priya@example.com", "Sharma"],
    ["9876543210", "Sharma"],
    ["अंजलि९८७६५४३२१०", ""],
    ["…", "—"],
    ["\u202E", "\u0000"],
  ])("without a name that can be shown (%j %j) it is 'A reader'", (firstName, lastName) => {
    expect(reviewerName({ firstName, lastName })).toBe("A reader");
  });

  test("a hostile name is short, and turns no text around", () => {
    expect(reviewerName({ firstName: "x".repeat(100), lastName: "y".repeat(100) })).toBe(
      `${"x".repeat(29)}… Y.`,
    );
    const marks = reviewerName({
      firstName: `a${"\u0301\u0335".repeat(49)}`,
      lastName: `b${"\u0331".repeat(99)}`,
    });
    expect(marks.length).toBeLessThan(20);
    expect(reviewerName({ firstName: "\u202Eayirp\u2066\n", lastName: "\u202Eamrahs" })).toBe("ayirp A.");
    expect(reviewerName({ firstName: "<b>Priya</b>", lastName: "" })).toBe("<b>Priya</b>");
  });
});

test("a reader's review has the new name as soon as they change it, on cached pages too", async () => {
  const db = await createTestDatabase();
  const version = () => catalogueVersion(db.read);
  const bookId = await catalogueBook(db.write, { title: "Gora" });
  const accountId = await createAccount(db.write, { first_name: "Priya", last_name: "Sharma" });
  const other = await createAccount(db.write, { first_name: "Ravi", last_name: "Das" });
  await saveReview(db.write, { bookId, accountId, rating: 5, remarks: "Read it twice." });
  const reviewer = async () =>
    (await listReviews(db.read, bookId, { offset: 0, limit: 10 })).map((review) => review.reviewer);
  expect(await reviewer()).toEqual(["Priya S."]);

  const before = await version();
  const rename = (id: number, last_name: string) =>
    db.write.updateTable("accounts").set({ last_name }).where("id", "=", id).execute();
  await rename(accountId, "Nair");
  expect(await reviewer()).toEqual(["Priya N."]);
  expect(await version()).toBe(before + 1);
  await rename(accountId, "Nair");
  await rename(other, "Nair");
  expect(await version()).toBe(before + 1);
});
