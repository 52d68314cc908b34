import type { RequestListener } from "node:http";
import { sendRedirect } from "~/http/answers/redirect.server";
import { otherSpelling } from "./page-cache/page-address";

/**
 * Leads `/Books`, `/books/`, `/%62ooks` and the like to the address under which the page is cached, so that no page is rendered
 * anew for a way to spell its address. Forms are served wherever they were sent.
 * @param isShown whether visitors can see a page of the shop's own at this path
 */
export function oneSpelling(
  isShown: (path: string) => Promise<boolean>,
  next: RequestListener,
): RequestListener {
  return (req, res) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next(req, res);
    const page = otherSpelling(req.url ?? "/");
    if (!page) return next(req, res);
    const lead = () => sendRedirect(res, page.whole);
    if (!page.isOwn) return lead();
    isShown(page.path).then(
      (shown) => (shown ? lead() : next(req, res)),
      () => next(req, res), // the database does not answer: the route says so
    );
  };
}
