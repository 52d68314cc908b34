import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "react-router";
import type { Account } from "~/domain/accounts/sessions.server";
import type { Db } from "~/db/database.server";
import { frameFacts, pageFacts } from "~/http/request/page-facts.server";
import type { MissedSearch, StandIn } from "~/http/request/request-info.server";
import { keptPages } from "~/platform/measure.server";
import { type Look, lookKey, renderKept } from "./kept-rendering.server";
import type { PageAddress } from "./page-address";
import { type CutPage, cutPage, fillPage, splitFacts, standInFacts } from "./page-holes";
import type { PageStore } from "./page-store.server";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security-headers.server";
import { noteTurn } from "./watchdog.server";

/** A page kept for customers, and its headers, in which only nonce and length are missing. */
export interface CustomerPage extends CutPage {
  policy: string[];
  missed?: MissedSearch;
  size: number;
}

/** The answer to one customer. */
interface FilledPage {
  page: Buffer;
  policy: string;
  missed?: MissedSearch;
}

/** No row has this id, so that whatever a loader reads for the stand-in, it finds nobody's data. */
const NOBODY = -1;

/** What is between a kept page and its answer to one customer. */
interface Asked {
  req: IncomingMessage;
  address: PageAddress;
  look: Look;
  /** The request's origin, where pages depend on it. */
  site: string;
}

/**
 * Pages kept for customers. Each is rendered for a stand-in without name or id, once for all customers for whom it is built
 * in the same way, and cut where theirs differ: there each customer's own name, counts and texts are filled in.
 * @param begin starts a rendering in its turn
 */
export function customerPages(
  render: RequestHandler,
  read: Db,
  store: PageStore<CustomerPage>,
  begin: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const underway = new Map<string, Promise<CustomerPage | null>>();

  async function rendered({ req, address, look }: Asked, form: string): Promise<CustomerPage | null> {
    noteTurn(req);
    const { facts, placeholders } = standInFacts(form);
    const { nonce } = placeholders;
    const page = await renderKept(render, req, address, { look, standIn: standInFor(facts), nonce });
    if (page instanceof Response) return null;
    const cut = cutPage(page.html, placeholders);
    const policy = contentSecurityPolicy({ nonce, path: address.path }).split(nonce);
    return {
      ...cut,
      policy,
      missed: page.missed,
      size: cut.pieces.reduce((sum, piece) => sum + piece.length, 0),
    };
  }

  return {
    forget: () => underway.clear(),

    /** @returns the customer's page; null when it cannot be kept */
    async find(asked: Asked, account: Account): Promise<FilledPage | null> {
      const [frame, page] = await Promise.all([
        frameFacts(read, account),
        pageFacts(read, account, asked.address.path),
      ]);
      const split = splitFacts({ frame, page });
      if (!split) return null;
      const key = `${asked.site}${lookKey(asked.look, asked.address)} ${split.form}`;
      let kept: CustomerPage | null | undefined = store.find(key);
      keptPages[kept ? "hits" : "misses"] += 1;
      if (!kept) {
        let rendering = underway.get(key);
        if (!rendering) {
          const renderedAt = store.state();
          rendering = begin(() => rendered(asked, split.form))
            .then((result) => {
              if (result) store.keep(key, result, asked.address.isPlain, renderedAt);
              return result;
            })
            .finally(() => underway.delete(key));
          underway.set(key, rendering);
        }
        kept = await rendering;
      }
      if (!kept) return null;
      const nonce = randomBytes(16).toString("base64");
      const policy = kept.policy.join(nonce);
      return { page: fillPage(kept, split.fillings, nonce), policy, missed: kept.missed };
    },
  };
}

function standInFor({ frame, page }: ReturnType<typeof standInFacts>["facts"]): StandIn {
  const { cartCount, wishlistCount, ...account } = frame;
  return {
    account: { ...account, id: NOBODY, email: "", lastName: "", role: "customer", job: null, rights: [] },
    cartCount,
    wishlistCount,
    facts: page,
  };
}

const HEADERS = Object.entries({
  ...SECURITY_HEADERS,
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "private, no-cache",
  Vary: "Cookie, Save-Data",
}).flat();

/** Not compressed, as all pages of customers (docs/decisions/0030), and without an ETag: the nonce differs each time. */
export function sendToCustomer(res: ServerResponse, { page, policy }: FilledPage, cookie: string | null) {
  const own = ["Content-Security-Policy", policy, "Content-Length", String(page.length)];
  res.writeHead(200, [...HEADERS, ...own, ...(cookie ? ["Set-Cookie", cookie] : [])]);
  res.end(page);
}
