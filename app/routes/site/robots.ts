import { config } from "~/config.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/robots";

/** Somebody's own, or no pages at all. Sign-in pages may be read: they say themselves that they are not to be indexed. */
const OFF_LIMITS = [
  "/account",
  "/admin",
  "/api/",
  "/auth/",
  "/cart",
  "/checkout",
  "/orders",
  "/payments/",
  "/sandbox/",
  "/wishlist",
];

/** /robots.txt: nobody shall find a demo shop who looks for a shop. */
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
