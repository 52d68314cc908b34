import path from "node:path";
import { config, ROOT } from "~/process/config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { clean } from "../documents/document-content";
import { orderDocuments } from "../documents/document-file.server";
import { TEMPLATE } from "../documents/document-parts.server";
import { standingDocuments } from "../orders/order-documents";
import type { OrderDetail } from "../orders/order-detail";
import { readOrder } from "../orders/orders.server";
import { bars } from "./bars.server";
import { labelContent } from "./labels";
import { type LeftOut, leftOutSentence, PAPERS, sortOut } from "./papers";
import type { PaperRequest } from "./papers.schema";
import { pickListContent } from "./pick-list";
import { noteContents } from "./delivery-notes";
import { slipContent } from "./slips";

/** The Typst template of slips, labels and pick lists; bills have the one of a single bill. */
const PAPERS_TEMPLATE = path.join(ROOT, "app/domain/sales/papers/papers.typ");

export type PaperFile =
  | { ok: true; filename: string; bytes: Uint8Array; leftOut: LeftOut[] }
  /** `not_found`: ids that no order has. */
  | { ok: false; reason: "not_found"; ids: number[] }
  /** `nothing`: the paper is for none of the orders. */
  | { ok: false; reason: "nothing"; leftOut: LeftOut[] }
  /** `unavailable`: the PDF cannot be made now. */
  | { ok: false; reason: "unavailable" };

/** The orders with these ids, in their sequence, and the ids that no order has. */
export async function readPaperOrders(
  db: Db,
  ids: readonly number[],
  now = new Date(),
): Promise<{ orders: OrderDetail[]; missing: number[] }> {
  const found = await Promise.all(ids.map((id) => readOrder(db, id, "anybody", now)));
  return {
    orders: found.filter((order) => order !== null),
    missing: ids.filter((_, at) => found[at] === null),
  };
}

/**
 * A paper for many orders as one PDF, in the sequence of the ids.
 * @param db writes only when an order paid long ago needs its bill for the first time
 */
export async function paperFile(
  db: Pick<ShopDatabase, "read" | "write">,
  { kind, ids, size }: PaperRequest,
  { make = makePdf, now = new Date() }: { make?: MakePdf; now?: Date } = {},
): Promise<PaperFile> {
  const { orders, missing } = await readPaperOrders(db.read, ids, now);
  if (missing.length > 0) return { ok: false, reason: "not_found", ids: missing };
  const { on, leftOut } = sortOut(kind, orders);
  if (on.length === 0) return { ok: false, reason: "nothing", leftOut };
  const [{ look, files }, settings] = await Promise.all([
    readDocumentLook(db.read, config.coversDir),
    readSettings(db.read),
  ]);
  const day = indianDate(now);
  const about = {
    kind,
    title: PAPERS[kind].label,
    author: clean(settings.shopName),
    issuedOn: day.split("-").map(Number),
    ...look,
  };
  const pdf = await (kind === "bills"
    ? make(TEMPLATE, { ...about, documents: await billsOf(db, on) }, files)
    : make(PAPERS_TEMPLATE, {
        ...about,
        ...(await CONTENTS[kind](db.read, { on, leftOut, settings, size, day })),
      }));
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: `${PAPERS[kind].file}-${day}.pdf`, bytes: pdf.bytes, leftOut };
}

/** All documents of each order that stand. */
async function billsOf(db: Pick<ShopDatabase, "read" | "write">, orders: OrderDetail[]) {
  const documents = await Promise.all(orders.map((order) => orderDocuments(db, order)));
  return documents.flatMap((ofOrder) => {
    const standing = standingDocuments(ofOrder.map(({ issued }) => issued));
    return ofOrder.filter(({ issued }) => standing.includes(issued)).map(({ content }) => content);
  });
}

interface Printed {
  on: OrderDetail[];
  leftOut: LeftOut[];
  settings: Settings;
  size: PaperRequest["size"];
  /** The day of printing in India. */
  day: string;
}

/** What the template needs of each kind. */
const CONTENTS: Record<
  Exclude<PaperRequest["kind"], "bills">,
  (db: Db, printed: Printed) => Promise<object>
> = {
  slips: async (_, { on, settings }) => ({ sheets: on.map((order) => slipContent(order, settings)) }),

  notes: async (_, { on, settings }) => ({ sheets: on.flatMap((order) => noteContents(order, settings)) }),

  async labels(db, { on, settings, size }) {
    const weights = await db
      .selectFrom("orders")
      .select(["id", "parcel_grams as grams"])
      .where(
        "id",
        "in",
        on.map(({ id }) => id),
      )
      .execute();
    const gramsOf = new Map(weights.map(({ id, grams }) => [id, grams]));
    const labels = on.map((order) => labelContent(order, settings, gramsOf.get(order.id) ?? null));
    return {
      size,
      labels: await Promise.all(labels.map(async (label) => ({ ...label, bars: await bars(label.code) }))),
    };
  },

  async picklist(db, { on, leftOut, settings, day }) {
    const ids = on.flatMap(({ lines }) => lines.map(({ bookId }) => bookId));
    const books = await db
      .selectFrom("books")
      .select(["id", "title_key as titleKey", "sku"])
      .where("id", "in", [...new Set(ids)])
      .execute();
    return {
      ...pickListContent(on, books),
      shopName: clean(settings.shopName),
      date: formatDate(day),
      leftOut: leftOut.length > 0 ? clean(leftOutSentence(leftOut)) : "",
    };
  },
};
