import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MAIL_COLOURS } from "./mail-html";
import { renderMail } from "./mail-layout";

const content = {
  shopName: "Kitab",
  heading: "Reset your password",
  paragraphs: ["Somebody asked for it.", "Was it you?"],
  action: { label: "Choose a new password", url: "https://shop.example/resetpassword?token=abc&x=1" },
  rows: [["Total", "₹1,23,456.00"]] as [string, string][],
  footer: "If it was not you, ignore this message.",
};

test("the text contains everything that the HTML does", () => {
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

test("escapes everything, and no text can add a line", () => {
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

test("wraps long text, but not links", () => {
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

test("accepts only http and https links", () => {
  const withUrl = (url: string) => () => renderMail({ ...content, action: { label: "Go", url } });
  expect(withUrl("javascript:alert(1)")).toThrow(TypeError);
  expect(withUrl("/resetpassword")).toThrow(TypeError);
});

test("uses only the shop's colours, in the light and the dark theme", () => {
  const tokens = Object.fromEntries(
    [
      ...readFileSync("app/styles/app.css", "utf8").matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g),
    ].map(([, name, light, dark]) => [name, [light, dark]]),
  );
  expect(tokens).toMatchObject(MAIL_COLOURS);
  const { html } = renderMail({
    ...content,
    preheader: "Soon",
    lines: [{ title: "Gora", quantity: 1, amount: "₹1.00" }],
    totals: [["Total", "₹1.00"]],
    address: { label: "To", lines: ["Asha"] },
    links: [{ label: "Unsubscribe", url: "https://shop.example/x" }],
  });
  const [dark] = /@media \(prefers-color-scheme:dark\)\{[\s\S]*?\}\}/.exec(html)!;
  const colours = (text: string) => [...new Set(text.match(/#[0-9a-f]{6}\b/gi))].sort();
  const values = (theme: 0 | 1) =>
    Object.values(MAIL_COLOURS)
      .map((pair) => pair[theme])
      .sort();
  expect(colours(html.replace(dark, ""))).toEqual(values(0));
  expect(colours(dark)).toEqual(values(1));
  // Every coloured element has the class by which the dark theme changes it.
  for (const [tag] of html.matchAll(/<(?:td|th|p|h1|a|body|table)\b[^>]*style="[^"]*#[0-9a-f]{6}[^>]*>/g))
    expect(tag).toMatch(/class="(?:paper|ink|muted|line|rule|button|mark|link)/);
});
