import { expect, test } from "vitest";
import { slim, withNotice } from "./slim-css";

const property = (name: string, initial?: string) =>
  `@property --tw-${name}{syntax:"*";inherits:false${initial === undefined ? "" : `;initial-value:${initial}`}}`;
const SHADOWS = ["inset-shadow", "ring-shadow", "shadow"].map((name) => property(name, "0 0 #0000")).join("");
const BOX = "box-shadow:var(--tw-inset-shadow),var(--tw-ring-shadow),var(--tw-shadow)";

test("replaces a property that no rule sets by its initial value, else by the fallback", () => {
  const leading = property("leading");
  expect(slim(`.a{line-height:var(--tw-leading,1.4)}${leading}`)).toBe(".a{line-height:1.4}");
  expect(slim(`.a{scale:var(--tw-x) 2}${property("x", "1")}`)).toBe(".a{scale:1 2}");
  expect(slim(`.a{color:var(--tw-shade,var(--ink,#000))}${property("shade")}`)).toBe(
    ".a{color:var(--ink,#000)}",
  );
});

test("keeps a property that another rule sets, registered without inheritance", () => {
  const css = `.a{line-height:var(--tw-leading,1.4)}.b{--tw-leading:1;line-height:1}${property("leading")}`;
  expect(slim(css)).toBe(css);
});

test("inlines a single shadow, but not one that can be combined with a ring", () => {
  const shadow = `.s{--tw-shadow:0 1px 2px red;${BOX}}`;
  expect(slim(shadow + SHADOWS)).toBe(".s{box-shadow:0 1px 2px red}");
  const ring = `.r{--tw-ring-shadow:0 0 0 2px blue;${BOX}}`;
  const both = slim(shadow + ring + SHADOWS);
  expect(both).toContain(".s{--tw-shadow:0 1px 2px red;box-shadow:var(--tw-ring-shadow),0 1px 2px red}");
  expect(both).toContain(".r{--tw-ring-shadow:0 0 0 2px blue;box-shadow:0 0 0 2px blue,var(--tw-shadow)}");
  expect(both).toContain(property("ring-shadow", "0 0 #0000"));
  expect(both).not.toContain("inset");
});

test("uses the last value of a property set twice in one rule", () => {
  const css = `.a{--tw-x:1;scale:var(--tw-x);--tw-x:2}${property("x", "0")}`;
  expect(slim(css)).toBe(".a{scale:2}");
});

test("removes border styles that the reset sets, but keeps dashed ones", () => {
  const css =
    ".a{border-style:var(--tw-border-style);border-width:1px}.b{--tw-border-style:dashed;border-style:dashed}" +
    property("border-style", "solid");
  expect(slim(css)).toBe(".a{border-width:1px}.b{border-style:dashed}");
});

test("removes the registration for browsers without @property; keeps the page's own properties", () => {
  const fallback = "@layer properties{@supports (x:y){*,:before{--tw-x:0}}}";
  const css = ":root{--paper:light-dark(#fff,#000)}.a{background:var(--paper)}";
  expect(slim(`${fallback}${css}${property("x", "0")}`)).toBe(css);
});

test("keeps Tailwind's licence in the sheet of all pages only", () => {
  const css = "/*! tailwindcss v4 | MIT License */\n.a{color:red}";
  expect(withNotice(css, "/app/styles/app.css")).toBe(css);
  expect(withNotice(css, "/app/styles/book-page.css?url")).toBe(".a{color:red}");
});
