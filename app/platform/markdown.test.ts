import { expect, test } from "vitest";
import { markdownAsText, markdownProblem, renderMarkdown } from "./markdown.server";

const PICTURE = "picture-0123456789abcdef0123-1600x1067.webp";

test.each([
  ["<script>alert(1)</script>", "<script"],
  ['<img src=x onerror="alert(1)">', "<img"],
  ["a <b onclick=alert(1)>b</b>", "<b"],
  ["[a](javascript:alert(1))", "href"],
  ["[a](JaVaScRiPt:alert(1))", "href"],
  ["[a](&#106;avascript:alert(1))", "href"],
  ["[a](java\tscript:alert(1))", "href"],
  ["[a](data:text/html,<script>)", "href"],
  ["[a](vbscript:x)", "href"],
  ["[a](//evil.example/x)", "href"],
  ["[a](/\\evil.example/x)", '"/\\'],
  ["[a](about)", "href"],
  ["<javascript:alert(1)>", "href"],
  ["[a]: javascript:alert(1)\n\n[a]", "href"],
  ['[a](https://x.example "x\\" onclick=\\"alert(1)")', ' onclick="'],
  ["![a](https://x.example/a.png)", "<img"],
  ["![a](/logo.svg)", "<img"],
  ['![a](/coverpages/x.webp" onerror="alert(1))', "<img"],
  ['~~~"><script>\nx\n~~~', "<script"],
])("%s comes out as harmless text", (text, unwanted) => {
  expect(renderMarkdown(text)).not.toContain(unwanted);
});

test.each([
  ["[a](https://x.example/a?b=1&c)", '<a href="https://x.example/a?b=1&amp;c" rel="noopener">a</a>'],
  ["[a](/about)", '<a href="/about">a</a>'],
  ["[a](#part)", '<a href="#part">a</a>'],
  ["[a](tel:+911234567890)", '<a href="tel:+911234567890">a</a>'],
  ["help@shop.example", '<a href="mailto:help@shop.example">help@shop.example</a>'],
  ["https://x.example", '<a href="https://x.example" rel="noopener">https://x.example</a>'],
])("%s is a link", (text, html) => expect(renderMarkdown(text)).toBe(`<p dir="auto">${html}</p>\n`));

test("a word with a dot is no link; a new line stays one", () => {
  expect(renderMarkdown("Kitab.in\nBengaluru")).toBe('<p dir="auto">Kitab.in<br>\nBengaluru</p>\n');
});

test("headings begin at h2 and leave out no level", () => {
  const levels = (text: string) => [...renderMarkdown(text).matchAll(/<h(\d)/g)].map(([, level]) => level);
  expect(levels("# a\n## b\n# c")).toEqual(["2", "3", "2"]);
  expect(levels("### a\n###### b\n#### c")).toEqual(["2", "3", "3"]);
  expect(levels("## a\n# b")).toEqual(["2", "2"]);
  expect(renderMarkdown("### a")).toBe('<h2 dir="auto">a</h2>\n');
});

test("an uploaded picture is shown with its size, its widths and its description", () => {
  expect(renderMarkdown(`![Our "shop"](/coverpages/${PICTURE})`)).toBe(
    `<p dir="auto"><img src="/coverpages/${PICTURE}" srcset="/coverpages/picture-0123456789abcdef0123-1600x1067-480.webp 480w, /coverpages/picture-0123456789abcdef0123-1600x1067-960.webp 960w, /coverpages/${PICTURE} 1600w" sizes="(min-width: 48rem) 42rem, 92vw" width="1600" height="1067" alt="Our &quot;shop&quot;" loading="lazy" decoding="async"></p>\n`,
  );
});

test("a table can be scrolled by keyboard, and is named by its heads", () => {
  expect(renderMarkdown('| a "b" | c |\n|---|---|\n| d | e |')).toMatch(
    /^<div class="rich-table" role="group" aria-label="Table: a &quot;b&quot;, c" tabindex="0"><table aria-label="Table: a &quot;b&quot;, c">\s*<thead>\s*<tr>\s*<th dir="auto" scope="col">/,
  );
});

test.each([
  ["a <b>c</b>", "HTML is not shown, only its text: <b>. Please use the marks below instead."],
  ["<div>\nx", "HTML is not shown, only its text: <div>. Please use the marks below instead."],
  [
    "[a](javascript:x)",
    "The link to javascript:x would not work. Links begin with https://, mailto:, tel: or /, as in /about.",
  ],
  [
    "[a](about)",
    "The link to about would not work. Links begin with https://, mailto:, tel: or /, as in /about.",
  ],
  [
    "![a](https://x.example/a.png)",
    "Only pictures uploaded here can be shown, so not https://x.example/a.png. Please upload it and copy its text.",
  ],
])("says what of %s would not be shown", (text, sentence) => {
  expect(markdownProblem(text)).toBe(sentence);
});

test.each([
  "3 < 4 > 2",
  "`<b>`",
  "    <b>",
  "a@b.example, <https://x.example>",
  `![a](/coverpages/${PICTURE})`,
  "I <3 books",
])("finds nothing wrong in %s", (text) => expect(markdownProblem(text)).toBeNull());

test("a text's words without its marks, in one line", () => {
  const text = `# Our *shop*\n\nBooks & [more](/books).\nOpen\n\n- one\n- two\n\n![A shelf](/coverpages/${PICTURE})`;
  expect(markdownAsText(text)).toBe("Our shop Books & more. Open one two A shelf");
});
