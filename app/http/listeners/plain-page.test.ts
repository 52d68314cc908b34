import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { plainAnswer } from "./plain-page";
import { plainRefusal } from "./plain-refusal.server";
import { requestListener } from "./request-listener.server";
import { listen } from "~/test/servers/loopback";

const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
const closings: (() => void)[] = [];
afterEach(() => closings.splice(0).forEach((close) => close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closings.push(() => server.close());
  return listen(server);
}

describe("a refusal outside the pages", () => {
  const refusal = { status: 413, msg: "Too <large> & heavy." };

  test("is a line of text for programs", () => {
    const { body, headers } = plainAnswer(refusal, { accept: "*/*", cookie: null });
    expect(body).toBe("Too <large> & heavy.\n");
    expect(headers).toEqual({ Vary: "Accept", "Content-Type": "text/plain; charset=utf-8" });
  });

  test("is a page for browsers: the message, one link, and nothing to load", () => {
    const { body, headers } = plainAnswer(refusal, { accept: BROWSER, cookie: undefined });
    expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain("<h1>Too &lt;large> &amp; heavy.</h1>");
    expect(body.match(/href="[^"]*"/g)).toEqual(['href="data:,"', 'href="/"']);
    expect(body).not.toMatch(/src=|url\(|@import|<script|style="/);
    const [, style] = /<style>([\s\S]*)<\/style>/.exec(body)!;
    const hash = createHash("sha256").update(style!).digest("base64");
    expect(headers["Content-Security-Policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(body.length).toBeLessThan(2000);
  });

  test("uses the visitor's theme and nothing else of the cookie", () => {
    const themeOf = (cookie: string) =>
      /<html[^>]*>/.exec(plainAnswer(refusal, { accept: BROWSER, cookie }).body)![0];
    expect(themeOf("a=b; theme=dark")).toBe('<html lang="en-IN" class="dark">');
    expect(themeOf("theme=light; c=d")).toBe('<html lang="en-IN" class="light">');
    for (const cookie of ["", "mytheme=dark", 'theme="><script>', "theme=darker"])
      expect(themeOf(cookie)).toBe('<html lang="en-IN">');
  });

  test("uses the colours of styles/app.css", () => {
    const tokens = readFileSync("app/styles/app.css", "utf8");
    const { body } = plainAnswer(refusal, { accept: BROWSER, cookie: null });
    const pairs = [...body.matchAll(/light-dark\((#\w{6}),(#\w{6})\)/g)];
    expect(pairs.length).toBeGreaterThan(5);
    for (const [, light, dark] of pairs) expect(tokens).toContain(`light-dark(${light}, ${dark})`);
  });

  test("plainRefusal makes the same Response for a route", async () => {
    const request = new Request("https://shop.example/orders/1/invoice", { headers: { Accept: BROWSER } });
    const answer = plainRefusal(request, { ...refusal, headers: { "Retry-After": "30" } });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([413, "30"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.text()).toContain("Return to Home");
  });
});

test("shows the plain page when even the error page fails; leaves a route's own 500 unchanged", async () => {
  const answers: Record<string, Response> = {
    "/": new Response("Unexpected Server Error", { status: 500, headers: { "Content-Type": "text/plain" } }),
    "/own": new Response("ours", { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } }),
  };
  const origin = await serve(
    requestListener(async (request) => ({
      response: answers[new URL(request.url).pathname]!,
      isDatabaseAway: false,
    })),
  );
  const failed = await fetch(origin, { headers: { Accept: BROWSER } });
  expect(failed.status).toBe(500);
  expect(await failed.text()).toContain("<h1>Something went wrong on our side.</h1>");
  expect(await (await fetch(`${origin}/own`)).text()).toBe("ours");
});
