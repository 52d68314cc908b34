import { expect, test } from "vitest";
import { trackingPageProblem, trackingUrl } from "./tracking-page";

test("a tracking page is an https address of one domain with one place for the number", () => {
  for (const page of [
    "https://track.example.in/{number}",
    "https://example.in/a?x=1&n={number}#top",
    "HTTPS://example.in/#/{number}",
  ])
    expect(trackingPageProblem(page), page).toBeNull();
  for (const page of [
    "http://example.in/{number}",
    "javascript:alert({number})//https://",
    "https://example.in/",
    "https://example.in/{number}/{number}",
    "https://{number}.example.in/",
    "https://example.in:{number}/",
    "https://example.in{number}",
    "https://{number}@example.in/",
    "https://a:b@example.in/{number}",
    "https://localhost/{number}",
    "https:\\\\example.in/{number}",
    "https://example.in/ {number}",
    `https://example.in/${"x".repeat(300)}{number}`,
  ])
    expect(trackingPageProblem(page), page).not.toBeNull();
});

test("the number stands in it encoded", () => {
  const page = "https://example.in/?n={number}&x=1";
  expect(trackingUrl(page, "A 1/2-$&.3")).toBe("https://example.in/?n=A%201%2F2-%24%26.3&x=1");
  expect(trackingUrl(page, null)).toBeNull();
  expect(trackingUrl(null, "A1")).toBeNull();
});
