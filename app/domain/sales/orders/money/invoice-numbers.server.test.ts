import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { nextInvoiceNumber } from "./invoice-numbers.server";

const LAST_OF_MARCH = new Date("2027-03-31T18:29:00.000Z"); // 23:59 in India
const FIRST_OF_APRIL = new Date("2027-03-31T18:31:00.000Z"); // 00:01 in India

test("numbers are consecutive and start at 1 in each financial year", async () => {
  const { write: db } = await createTestDatabase();
  const draw = (now: Date) => db.transaction().execute((trx) => nextInvoiceNumber(trx, now));
  expect(await draw(LAST_OF_MARCH)).toBe("KB/26-27/000001");
  expect(await draw(LAST_OF_MARCH)).toBe("KB/26-27/000002");
  expect(await draw(FIRST_OF_APRIL)).toBe("KB/27-28/000001");
  expect(await draw(LAST_OF_MARCH)).toBe("KB/26-27/000003");
});

test("a number drawn in a failed transaction is used again", async () => {
  const { write: db } = await createTestDatabase();
  const draw = () => db.transaction().execute((trx) => nextInvoiceNumber(trx, LAST_OF_MARCH));
  await draw();
  const failing = db.transaction().execute(async (trx) => {
    await nextInvoiceNumber(trx, LAST_OF_MARCH);
    throw new Error("the order could not be written");
  });
  await expect(failing).rejects.toThrow("could not be written");
  expect(await draw()).toBe("KB/26-27/000002");
});

test("numbers have at most 16 characters (GST rules), and are unique when drawn concurrently", async () => {
  const { write: db } = await createTestDatabase();
  const drawn = await Promise.all(
    Array.from({ length: 50 }, () =>
      db.transaction().execute((trx) => nextInvoiceNumber(trx, FIRST_OF_APRIL)),
    ),
  );
  expect(new Set(drawn).size).toBe(50);
  expect(drawn.every((number) => /^[A-Z\d/-]{1,16}$/.test(number))).toBe(true);
});
