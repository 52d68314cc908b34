import { expect } from "@playwright/test";
import { unsentForms } from "./form-coverage/coverage";
import { isSentBy, sentForm, shownForms } from "./form-coverage/form-keys";
import { formsInHtml } from "./form-coverage/html-forms";
import { SCRIPTS, test } from "./support";

const SHOP = "http://shop.example";

test("each button of each form in a page's HTML has a key", SCRIPTS, async ({ page }) => {
  const pages: [html: string, keys: string[], page?: string][] = [
    // The method, the path without ids, what tells the buttons apart, the other fields by name.
    [
      '<form method="post" action="/orders/12"><input type="hidden" name="intent" value="cancel"><textarea name="reason"></textarea><button>Cancel</button></form>',
      ["POST /orders/:id intent=cancel reason"],
    ],
    [
      '<form method="post" action="/books/7-gora?tab=reviews"><textarea name="remarks"></textarea><button>Send</button></form>',
      ["POST /books/:id remarks"],
    ],
    [
      '<form method="post"><button name="intent" value="a">A</button><button name="intent" value="b">B</button><button type="button">C</button></form>',
      ["POST /cart intent=a", "POST /cart intent=b"],
    ],
    [
      '<form method="post" action="/cart?add=1"><input type="submit" formaction="/wishlist"></form>',
      ["POST /wishlist"],
    ],
    ['<form><input name="page" type="number"></form>', ["GET /cart page"]],
    // Ids and what people have typed are not in it.
    [
      '<form method="post"><input type="hidden" name="bookId" value="7"><input type="hidden" name="redirectTo" value="/books/7"><input name="copies-31" value="two"><button>Send</button></form>',
      ["POST /cart bookId copies-:id redirectTo"],
    ],
    [
      '<form method="post"><button name="confirm" value="hide-12"></button></form>',
      ["POST /cart confirm=hide-:id"],
    ],
    // Nor is what is not always sent.
    [
      '<form method="post"><input type="checkbox" name="terms"><input type="radio" name="rating"><select name="tags" multiple></select><input name="name" disabled><button></button></form>',
      ["POST /cart"],
    ],
    [
      '<form><input type="hidden" name="sort" value="title"><input name="q"><button></button></form>',
      ["GET /cart q"],
    ],
    // Controls that stand elsewhere, and what is shown only without scripts.
    [
      '<form id="a" method="post"></form><input name="q" form="a"><noscript><button form="a">Send</button></noscript>',
      ["POST /cart q"],
    ],
    // A form with nothing to press cannot be sent.
    ['<form method="post"><input type="hidden" name="a"></form>', []],
    // The bar of the back office is another than that of the store.
    [
      '<form method="post" action="/logout"><button></button></form>',
      ["POST /logout (back office)"],
      "/admin/books",
    ],
    ['<form method="post"><button></button></form>', ["POST /admin/books"], "/admin/books"],
  ];
  const forms = await page.evaluate(
    formsInHtml,
    pages.map(([html]) => html),
  );
  const keys = pages.map(([, , page = "/cart"], index) =>
    forms[index]!.flatMap((form) => shownForms(form, SHOP + page)).map(({ key }) => key),
  );
  expect(keys).toEqual(pages.map(([, expected]) => expected));
});

test("a form is known by what it sends", SCRIPTS, async ({ page }) => {
  const html = `
    <form method="post" action="/orders/1">
      <input type="hidden" name="intent" value="return">
      <input type="checkbox" name="all"><textarea name="note"></textarea>
      <button name="answer" value="approve"></button>
    </form>`;
  const [[parsed]] = (await page.evaluate(formsInHtml, [html])) as [[Parameters<typeof shownForms>[0]]];
  const [form] = shownForms(parsed, `${SHOP}/orders/1`);
  const isSent = (fields: Record<string, string> | null, to = "/orders/2") =>
    isSentBy(form!, sentForm("POST", SHOP + to, `${SHOP}/orders/2`, fields && Object.entries(fields)));

  const fields = { intent: "return", answer: "approve", note: "All well" };
  expect(isSent(fields)).toBe(true);
  expect(isSent({ ...fields, all: "on" })).toBe(true);
  expect(isSent({ ...fields, answer: "decline" })).toBe(false);
  expect(isSent({ intent: "return", answer: "approve" })).toBe(false);
  expect(isSent({ ...fields, redirectTo: "/" })).toBe(false);
  expect(isSent(fields, "/orders")).toBe(false);
  // Not one whose fields the browser does not tell, since it has no file.
  expect(isSent(null)).toBe(false);

  const shown = [{ form: form!, page: "/orders/1", journey: "orders.spec.ts: a return" }];
  const sent = [sentForm("POST", `${SHOP}/orders/2`, `${SHOP}/orders/2`, Object.entries(fields))];
  expect(unsentForms({ shown, sent, postedByScript: [] })).toEqual([]);
  const menu = { ...form!, parts: ["part=footer-menu"], names: ["part"] };
  const main = sentForm("POST", `${SHOP}/orders/2`, `${SHOP}/orders/2`, [["part", "main-menu"]]);
  const menus = [{ ...shown[0]!, form: menu }];
  expect(unsentForms({ shown: menus, sent: [main], postedByScript: [] })).toEqual([]);
  expect(unsentForms({ shown: menus, sent, postedByScript: [] })).toHaveLength(1);
  expect(unsentForms({ shown, sent: [], postedByScript: [] })).toEqual([
    'POST /orders/:id answer=approve intent=return note, on /orders/1 in "orders.spec.ts: a return"',
  ]);
});
