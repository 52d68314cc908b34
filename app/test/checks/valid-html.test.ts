import { expect, test } from "vitest";
import { htmlErrors } from "./valid-html";

const page = (body: string, head = "") =>
  `<!DOCTYPE html><html lang="en-IN"><head><meta charSet="utf-8"/><title>A page</title>${head}</head><body>${body}</body></html>`;

test.each([
  ["a meta without content", page("", '<meta property="csp-nonce" nonce="x"/>')],
  ["two titles", page("", "<title>Another</title>")],
  ["a hidden label around a field", page('<label aria-hidden="true">Name <input name="a"/></label>')],
  ["a form inside of a line", page('<span><form><button type="submit">Go</button></form></span>')],
  [
    "a switch that sends a form",
    page('<form><button type="submit" role="switch" aria-checked="true">On</button></form>'),
  ],
  ["a button of an unknown type", page('<button type="send">Go</button>')],
  ["a link inside of a link", page('<a href="/"><a href="/b">Go</a></a>')],
  ["a block inside of a paragraph", page("<p><div>Text</div></p>")],
  ["the same id twice", page('<p id="a">A</p><p id="a">B</p>')],
  ["a label of no field", page('<label for="nothing">Name</label>')],
  ["a description of which a part is missing", page('<p id="a">A</p><p aria-describedby="a b">B</p>')],
  ["a list without items", page("<ul><p>Text</p></ul>")],
  ["an unknown element", page("<books>Text</books>")],
  ["an autocomplete that its field cannot have", page('<input type="tel" autocomplete="tel-national"/>')],
  ["a length of what is no text", page('<input type="date" maxlength="10"/>')],
  ["a row of a table with a role", page('<table><tr role="row"><td>A</td></tr></table>')],
  ["a name for what has no role", page('<pre aria-label="Body">x</pre>')],
])("finds %s", async (_, html) => {
  expect(await htmlErrors(html)).not.toEqual([]);
});

test("a valid page has no errors", async () => {
  const field = '<div aria-hidden="true"><label>Name <input name="a" tabindex="-1"/></label></div>';
  const button = '<form><button type="submit" aria-pressed="true">On</button></form>';
  expect(await htmlErrors(page(field + button, '<meta name="robots" content="noindex"/>'))).toEqual([]);
});
