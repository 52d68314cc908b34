import { expect, test } from "vitest";
import { type CustomerFacts, cutPage, fillPage, splitFacts, standInFacts } from "./page-holes";

const facts = (frame: Partial<CustomerFacts["frame"]> = {}, page: CustomerFacts["page"] = {}) => ({
  frame: {
    firstName: "Asha",
    emailConfirmed: true,
    showRecommendations: true,
    cartCount: 12,
    wishlistCount: 1,
    ...frame,
  },
  page,
});

test("customers share a form unless their page is built in another way", () => {
  const form = (...given: Parameters<typeof facts>) => splitFacts(facts(...given))?.form;
  const asha = form();
  expect(form({ firstName: "Meera", cartCount: 2 })).toBe(asha);
  expect(form({}, { sender: { name: "A", email: "a@b.in" } })).toBe(
    form({}, { sender: { name: "B", email: "b@c.in" } }),
  );
  const others = [
    form({ cartCount: 1 }),
    form({ cartCount: 0 }),
    form({ wishlistCount: 2 }),
    form({ emailConfirmed: false }),
    form({ showRecommendations: false }),
    form({}, { ownOfBook: { review: null, isWished: true, isWaiting: false } }),
    form({}, { ownOfBook: { review: { rating: 2, remarks: "No." }, isWished: true, isWaiting: false } }),
    form({}, { ownOfBook: { review: { rating: 3, remarks: "No." }, isWished: true, isWaiting: false } }),
  ];
  expect(new Set([asha, ...others]).size).toBe(others.length + 1);
});

test("no text or count of a customer is in the form, from which the stand-in is made", () => {
  const review = { rating: 2, remarks: "Mine" };
  const given = facts({}, { ownOfBook: { review, isWished: false, isWaiting: false } });
  const { form, fillings } = splitFacts(given)!;
  expect(form).not.toMatch(/Asha|Mine|12/);
  expect(fillings).toEqual(["Asha", 12, "Mine"]);
  expect(JSON.stringify(standInFacts(form).facts)).not.toMatch(/Asha|Mine/);
});

test("texts that change how a page is built are not filled in", () => {
  expect(splitFacts(facts({ firstName: "" }))).toBeNull();
  const review = { rating: 2, remarks: "\nMine" };
  expect(splitFacts(facts({}, { ownOfBook: { review, isWished: false, isWaiting: false } }))).toBeNull();
});

/** A page with this text in place of 'NAME', and the nonce in place of 'NONCE', filled for these people. */
function filled(page: string, ...names: string[]) {
  return names.map((firstName) => {
    const { form, fillings } = splitFacts(facts({ firstName }))!;
    const { facts: standIn, placeholders } = standInFacts(form);
    const html = page
      .replaceAll("NAME", standIn.frame.firstName)
      .replaceAll("COUNT", String(standIn.frame.cartCount))
      .replaceAll("NONCE", placeholders.nonce);
    return fillPage(cutPage(html, placeholders), fillings, "+/=").toString();
  });
}

test("fills texts, attributes and the page's data, each in its own way", () => {
  const data =
    '<script nonce="NONCE">window.__reactRouterContext.streamController.enqueue("[\\"NAME\\",COUNT]");</script>';
  const [page] = filled(`<p title="NAME">Hi, NAME (COUNT)</p>${data}<b>NAME</b>`, "<\"&'\\");
  expect(page).toBe(
    '<p title="&lt;&quot;&amp;&#x27;\\">Hi, &lt;&quot;&amp;&#x27;\\ (12)</p><script nonce="+/=">' +
      'window.__reactRouterContext.streamController.enqueue("[\\"\\u003c\\\\\\"\\u0026\'\\\\\\\\\\",12]");' +
      "</script><b>&lt;&quot;&amp;&#x27;\\</b>",
  );
});

test("refuses a page with a customer's text where none belongs", () => {
  for (const page of [
    '<a href="/NAME">x</a>',
    '<p style="color: NAME">x</p>',
    '<p onclick="NAME">x</p>',
    "<p NAME>x</p>",
    "<style>NAME</style>",
    "<script>NAME</script>",
    '<script type="application/ld+json">{"name":"NAME"}</script>',
    "<p>NONCE</p>",
    '<a href="NONCE">x</a>',
    '<script nonce="NONCE">window.__reactRouterContext.streamController.enqueue("NONCE")</script>',
  ])
    expect(() => filled(page, "Asha"), page).toThrow("a kept page cannot have");
});
