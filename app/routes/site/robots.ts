import { config } from "~/process/config.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/robots";

/** Personal pages, and addresses that are no pages. Login pages may be crawled: they carry noindex themselves. */
const OFF_LIMITS = [
  "/account",
  "/admin",
  "/api/",
  "/auth/",
  "/cart",
  "/checkout",
  "/orders",
  "/payments/",
  "/recent",
  "/sandbox/",
  "/wishlist",
];

/** /robots.txt. A demo shop is not to be indexed. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = getRequestSession(context);
  const rules = config.isDemo
    ? ["Disallow: /"]
    : [...OFF_LIMITS.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`];
  return siteFile(request, {
    key: `robots ${origin}`,
    type: "text/plain; charset=utf-8",
    make: () => [["User-agent: *", ...rules, ""].join("\n")],
  });
}
