import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { isOnPostgres } from "~/test/databases/postgres";
import { type Browser, signedIn, startTestShop } from "~/test/shop";

const BUYERS = 500;
const COPIES = 5;

test.runIf(isOnPostgres)(
  "of 500 who order at the same time at two processes, five get the five copies, and the others are told",
  { timeout: 180_000 },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-last-copies-"));
    const shops = [await startTestShop({}, dataDir), await startTestShop({}, dataDir)];
    const { read, write } = shops[0]!.db;
    const bookId = await createBook(write, { title: "Godan", stock: COPIES });
    const buyers: { browser: Browser; addressId: number }[] = [];
    for (let n = 0; n < BUYERS; n += 1) {
      const { accountId, addressId } = await customerWithCart(write, { bookId });
      buyers.push({ browser: await signedIn(shops[n % 2]!, accountId), addressId });
    }

    const answers = await Promise.all(
      buyers.map(async ({ browser, addressId }) => {
        const answer = await browser.post("/checkout", { intent: "place-order", addressId });
        const to = answer.headers.get("Location");
        return { status: answer.status, to, text: await answer.text(), browser };
      }),
    );

    const kindOf = ({ status, to }: (typeof answers)[number]) => `${status} ${to?.replace(/\d+/, "…")}`;
    const of = (kind: string) => answers.filter((answer) => kindOf(answer) === kind);
    const placed = of("303 /checkout/pay/…");
    expect(placed).toHaveLength(COPIES);
    const refused = of("303 /cart");
    expect(answers.filter((one) => !placed.includes(one) && !refused.includes(one)).map(kindOf)).toEqual([]);
    // The cart says why.
    expect(await (await refused[0]!.browser.get("/cart")).text()).toContain("Godan: ");
    const orders = await read.selectFrom("orders").select("id").execute();
    expect(orders.map(({ id }) => `/checkout/pay/${id}`).sort()).toEqual(placed.map(({ to }) => to).sort());
    const { stock } = await read.selectFrom("books").select("stock").executeTakeFirstOrThrow();
    expect(stock).toBe(0);
    for (const shop of shops) await shop.remove();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
