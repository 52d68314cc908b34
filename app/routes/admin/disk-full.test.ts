import { expect } from "vitest";
import { createAccountToken } from "~/domain/people/accounts/account-tokens.server";
import { DISK_FULL } from "~/domain/kit/failures";
import { staffClient } from "~/test/api";
import { refuseWrites } from "~/test/databases/database-away";
import { testOnSqlite } from "~/test/engines";
import { createBook } from "~/test/factories";
import { accountWithPassword, NEW_PASSWORD, PASSWORD } from "~/test/factories-accounts";
import { jpeg } from "~/test/files/pictures";
import { guestBrowser, ownShop, staffBrowser } from "~/test/shop";

const shop = ownShop();

/** Sends small forms until one no longer fits into the database's last pages. */
async function untilFull<Answer extends { status: number }>(
  send: (name: string) => Promise<Answer>,
): Promise<Answer> {
  for (let made = 0; made < 200; made += 1) {
    const answer = await send(`Ismat ${made} ${"x".repeat(20)}`);
    if (answer.status >= 500) return answer;
  }
  throw new Error("the disk is not full");
}

// Nothing can be written afterwards.
testOnSqlite(
  "while the disk is full staff read that it is, on page, data and API; shoppers that the shop is busy",
  async () => {
    const bookId = await createBook(shop.db.write);
    const staff = await staffBrowser(shop);
    const client = await staffClient(shop);
    const { email, id } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    const file1 = new File([new Uint8Array(await jpeg())], "cover.jpg", { type: "image/jpeg" });
    const reset = await createAccountToken(shop.db.write, id, "reset_password", new Date());
    await refuseWrites(shop);

    const cover = { intent: "upload-cover", file1 };
    const books = () => new File(["Title\nGora\n"], "books.csv");
    const addresses = () => new File(["Old,New\n/old,/books\n"], "addresses.csv");
    const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
    const upload = new FormData();
    upload.append("file", books());
    const asStaff: [what: string, send: () => Promise<Response>][] = [
      ["import", () => staff.postFiles("/admin/imports", { file: books() })],
      ["cover", () => staff.postFiles(`/admin/products?cover=${bookId}`, cover)],
      [
        "picture",
        () =>
          staff.postFiles("/admin/pages/pictures", { intent: "upload-picture", alt: "A neem leaf", file1 }),
      ],
      ["logo", () => staff.postFiles("/admin/appearance/look", { intent: "upload-logo", file1 })],
      ["old addresses", () => staff.postFiles("/admin/pages/addresses", { file: addresses() })],
      ["name", () => untilFull((name) => staff.post("/admin/authors?add=1", { name }))],
      ["data", () => untilFull((name) => staff.request("/admin/booktags.data?add=1", form({ name })))],
      [
        "synonym",
        () =>
          untilFull((name) =>
            staff.post("/admin/search/synonyms?add=1", { intent: "save", phrases: `${name}\nb ${name}` }),
          ),
      ],
      [
        "login",
        () => untilFull(() => guestBrowser(shop).post("/login", { username: email, password: PASSWORD })),
      ],
      [
        "reset",
        () => {
          const fields = { token: reset.token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
          return guestBrowser(shop).post(`/resetpassword?token=${reset.token}`, fields);
        },
      ],
    ];
    for (const [what, send] of asStaff) {
      const answer = await send();
      expect([what, answer.status, answer.headers.get("Retry-After")]).toEqual([what, 503, "5"]);
      const text = (await answer.text()).replaceAll("&#x27;", "'").replaceAll("&#39;", "'");
      expect([what, text]).toEqual([what, expect.stringContaining(DISK_FULL)]);
    }
    for (const call of [
      untilFull((name) => client.post("/authors", { authorId: 0, authorName: `${name}~` })),
      client.call("/imports", { method: "POST", body: upload }),
    ])
      expect(await call).toMatchObject({ status: 503, body: { result: 0, msg: DISK_FULL } });

    const shopper = await untilFull(async () => {
      const email = `asha-${Math.random()}@example.in`;
      const fields = { firstName: "Asha", lastName: "Rao", email, terms: "on", password: PASSWORD };
      return guestBrowser(shop).post("/register", { ...fields, confirmPassword: PASSWORD });
    });
    expect(await shopper.text()).toMatch(/Registration failed\.(?![^]*disk)/);
  },
);
