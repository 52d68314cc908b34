import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redirect } from "~/http/answers/redirect.server";
import { safeRedirect } from "./safe-redirect";
import { anyCharacter } from "~/test/checks/any-character";

const HOME = "https://books.example";

/** Ways to begin another site's address, each combined with every host below. */
const STARTS = [
  "//", "///", "////", "/\\", "\\\\", "\\/", "/\t/", "/\n/", "/\r/", "\t//", " //", "/ /\\", "/\u0000/", "/%09/", "/%0a/", "/%0d/",
  "/%2f", "/%2F%2F", "/%5c", "/%5C/", "/%252f", "/%25252f", "/.//", "/..//", "/./\\", "/foo/..//", "/foo/%2e%2e//",
  "/%2e//", "//%2f", "https://", "http://", "https:", "https:/", "https:\\", "HTTPS://", "hTtPs:\\\\", "ftp://",
  "http:\\\\", "//user:pass@", "//@", "///@", "/\u2028/", "/\u0085/", "%2f%2f", "%5c%5c", ".//", "..//", "", "@", ":", "://",
]; // oxfmt-ignore
const HOSTS = [
  "evil.example",
  "evil.example/login",
  "evil.example%2flogin",
  "evil。example",
  "[::1]/",
  "0x7f000001",
];
const SCHEMES = [
  "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "\u0001javascript:alert(1)", " javascript:alert(1)",
  "javascript://%0aalert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)", "blob:https://evil.example/1",
  "file:///etc/passwd", "mailto:a@evil.example", "about:blank", "view-source:https://evil.example", "intent://evil.example#Intent;end",
]; // oxfmt-ignore
const payloads = [...SCHEMES, ...STARTS.flatMap((start) => HOSTS.map((host) => start + host))];

/** The origins where browsers could end up: with the address as it is, decoded once or twice on the way, dots resolved. */
function destinations(location: string): string[] {
  const readings = [location];
  for (let times = 0; times < 2; times++) {
    try {
      readings.push(decodeURIComponent(readings.at(-1)!));
    } catch {
      break;
    }
  }
  return readings.map((reading) => {
    if (!URL.canParse(reading, HOME)) return "nowhere";
    const url = new URL(reading, HOME);
    return url.origin === HOME && URL.canParse(url.pathname, HOME)
      ? new URL(url.pathname, HOME).origin
      : url.origin;
  });
}

test(`none of ${payloads.length} payloads leaves the site`, () => {
  expect(payloads.length).toBeGreaterThanOrEqual(300);
  const leaving = payloads.filter((payload) => {
    const to = safeRedirect(payload, "/fallback");
    return !/^\/(?![/\\])/.test(to) || destinations(to).some((origin) => origin !== HOME);
  });
  expect(leaving).toEqual([]);
  // Checks the payloads: most of them would leave the site if they were not refused.
  const dangerous = payloads.filter((payload) => destinations(payload).some((origin) => origin !== HOME));
  expect(dangerous.length).toBeGreaterThanOrEqual(200);
});

describe("keeps a path of the shop unchanged", () => {
  test.each([
    "/", "/cart", "/books/12", "/books?tag=Poetry&sort=price&q=a%20b", "/books?q=50%25%20off", "/books?q=//evil.example",
    "/books/12#reviews", "/checkout?redirectTo=https%3A%2F%2Fevil.example", "/books?q=100%", "/books?tag=%E0%A4%95%E0%A4%B5%E0%A4%BF",
    "/books/a%20b",
  ])("%s", (path) => {
    expect(safeRedirect(path)).toBe(path);
  }); // oxfmt-ignore
});

test("falls back for anything else", () => {
  for (const to of [
    null,
    undefined,
    1,
    {},
    ["/cart"],
    "",
    "cart",
    "?q=1",
    "#x",
    "/".padEnd(2001, "a"),
    "/%",
  ]) {
    expect(safeRedirect(to, "/fallback")).toBe("/fallback");
  }
  expect(safeRedirect("//evil.example")).toBe("/");
});

test("percent-encodes an address in any script", () => {
  expect(safeRedirect("/गोरा")).toBe("/%E0%A4%97%E0%A5%8B%E0%A4%B0%E0%A4%BE");
  expect(safeRedirect("/books?q=गोरा#पुस्तक")).toBe(
    "/books?q=%E0%A4%97%E0%A5%8B%E0%A4%B0%E0%A4%BE#%E0%A4%AA%E0%A5%81%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A4%95",
  );
  for (const to of ["/\u3000/x", "/\u200b/x", "/／evil", "/\ud800", "/🙂"])
    expect(redirect(safeRedirect(to)).headers.get("Location"), to).toMatch(/^\/(?!\/)[\u0021-\u007e]*$/);
});

test("any generated address makes a valid redirect within the site", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      ".",
      "..",
      "%2f",
      "%5c",
      "%00",
      "?",
      "#",
      "@",
      ":",
      "evil.example",
      "／",
      "\u3000",
      "\t",
    ),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const location = redirect(safeRedirect("/" + pieces.join(""))).headers.get("Location")!;
      expect(new URL(location, HOME).origin).toBe(HOME);
      expect(destinations(location)).not.toContainEqual(expect.stringContaining("evil"));
    }),
    { numRuns: 2000 },
  );
});

test(`a redirect takes none of the ${payloads.length} payloads, whoever makes it`, () => {
  const leaving = payloads.filter((payload) => {
    const to = redirect(payload, 303).headers.get("Location")!;
    return !/^\/(?![/\\])/.test(to) || destinations(to).some((origin) => origin !== HOME);
  });
  expect(leaving).toEqual([]);
  expect(redirect("/books?q=गोदान#tabs", 301).headers.get("Location")).toBe(
    "/books?q=%E0%A4%97%E0%A5%8B%E0%A4%A6%E0%A4%BE%E0%A4%A8#tabs",
  );
  expect(redirect(`/books?q=${"x".repeat(5000)}`).headers.get("Location")).toHaveLength(5009);
});

const BUILDS_HEADER = /["'`]location["'`]|Response\.redirect/i;
const NAMES_HEADER = /\bLocation["']?\s*:\s/;
const READS_HEADER = /\.get\("Location"\)/;

test("no code builds a Location header by itself", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("app", file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|[/\\]test[/\\]|redirect\.server\.ts$/.test(file));
  const building = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => (BUILDS_HEADER.test(line) || NAMES_HEADER.test(line)) && !READS_HEADER.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(building).toEqual([]);
});
