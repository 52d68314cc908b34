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
  [
    "entities that were escaped twice",
    "<p>Q&amp;amp;A</p> Ravi&amp;#39;s &amp;amp;amp; co",
    "Q&A\n\nRavi's & co",
  ],
  [
    "tags that were escaped",
    "&lt;p&gt;One &amp;amp; two&lt;/p&gt;\n&lt;ul&gt;&lt;li&gt;x&lt;/li&gt;",
    "One & two\n\n• x",
  ],
  ["tags that are meant as letters", "<p>The element &lt;table&gt; &amp; co</p>", "The element <table> & co"],
  ["a sign that is no entity", "AT&T; &c; &zzq;", "AT&T; &c; &zzq;"],
  ["a comparison with an entity", "if a &lt; b, c &gt; d", "if a < b, c > d"],
  ["comments", "<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->", "Text"],
])("%s", (_, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test("reads the longest cell with thousands of open tags", () => {
  expect(textOfHtml("<b>".repeat(12_000) + "x" + "</b>".repeat(2000))).toBe("x");
});
