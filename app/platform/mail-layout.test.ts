import { expect, test } from "vitest";
import { renderMail } from "./mail-layout";

const content = {
  shopName: "Kitab",
  heading: "Reset your password",
  paragraphs: ["Somebody asked for it.", "Was it you?"],
  action: { label: "Choose a new password", url: "https://shop.example/resetpassword?token=abc&x=1" },
  rows: [["Total", "₹1,23,456.00"]] as [string, string][],
  footer: "If it was not you, ignore this message.",
};

test("the text carries everything the HTML does", () => {
  expect(renderMail(content).text).toBe(`Reset your password

Somebody asked for it.

Was it you?

Total: ₹1,23,456.00

Choose a new password:
https://shop.example/resetpassword?token=abc&x=1

-- 
Kitab
If it was not you, ignore this message.
`);
  const { html } = renderMail(content);
  for (const part of ["Reset your password", "Was it you?", "₹1,23,456.00", "Choose a new password"]) {
    expect(html).toContain(part);
  }
  expect(html).toContain('href="https://shop.example/resetpassword?token=abc&amp;x=1"');
});

test("everything is escaped, and no text can add a line", () => {
  const evil = `<script>alert(1)</script>"'&\r\nBcc: x`;
  const { html, text } = renderMail({
    shopName: evil,
    heading: evil,
    paragraphs: [evil],
    action: { label: evil, url: 'https://shop.example/?q="><script>' },
    rows: [[evil, evil]],
    footer: evil,
  });
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; Bcc: x");
  expect(text).not.toMatch(/^Bcc/m);
});

test("long text is broken into short lines, links are not", () => {
  const url = `https://shop.example/${"x".repeat(120)}`;
  const { text } = renderMail({
    ...content,
    paragraphs: ["monsoon ".repeat(60)],
    action: { label: "Go", url },
  });
  expect(text).toContain(`\n${url}\n`);
  const lines = text.split("\n").filter((line) => line !== url);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
  expect(text.match(/monsoon/g)).toHaveLength(60);
});

test("only web addresses become links", () => {
  const withUrl = (url: string) => () => renderMail({ ...content, action: { label: "Go", url } });
  expect(withUrl("javascript:alert(1)")).toThrow(TypeError);
  expect(withUrl("/resetpassword")).toThrow(TypeError);
});
