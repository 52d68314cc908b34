import { expect, test } from "vitest";
import { textOfHtml } from "./html-text.server";

test.each([
  ["plain text keeps its lines", "A novel.\n\nTwo < three & four.", "A novel.\n\nTwo < three & four."],
  [
    "paragraphs and lines",
    "<p>One <b>bold</b>\n word</p><p>Two<br/>three</p>",
    "One bold word\n\nTwo\nthree",
  ],
  [
    "lists",
    "<h2>Inside</h2><ul><li>maps</li>\n<li><p>notes</p></li></ul>End",
    "Inside\n\n• maps\n• notes\n\nEnd",
  ],
  ["entities", "Caf&eacute; &#8211; Q&amp;A\nline &nbsp; two", "Café – Q&A\nline two"],
  ["scripts and styles", "<style>p{}</style><p>Text<script>alert('<p>x</p>')</script></p>", "Text"],
  ["tags that are never closed", "<p>One<p>Two <i>three", "One\n\nTwo three"],
  ["what looks like a tag in an attribute", '<a title="<b>">link</a>', "link"],
  ["comments", "<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->", "Text"],
])("%s", (_, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test("reads the longest cell with thousands of open tags", () => {
  expect(textOfHtml("<b>".repeat(12_000) + "x" + "</b>".repeat(2000))).toBe("x");
});
