import { isFetched } from "../../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { nameKey } from "~/domain/catalogue/names/names";
import { trackingKeyOf } from "../../../at-the-door/remittance";
import { notTest } from "../../no-test.server";
import { saveColumns, savedColumns } from "../../../saved-columns.server";
import { type OrderState, stepWords } from "../../orders";
import { despatch } from "../fulfilment.server";
import { despatchSchema } from "../fulfilment.schema";
import { listCarriers } from "../logistics.server";
import { noCarrierFor, takenNumbers } from "../parcels.server";
import { gramsOf } from "../typed-weight";
import {
  type CheckedShipLine,
  orderNumberIn,
  orderNumbersIn,
  readShipList,
  type ReadShipList,
  type ShipHeadings,
  type ShipLine,
  type ShipVerdict,
} from "./ship-list";

/** How staff last said that the columns of such lists are called. */
export async function savedShipHeadings(db: Db): Promise<ShipHeadings> {
  return ((await savedColumns(db, "ship")) ?? {}) as ShipHeadings;
}

/** Keeps it for the next list, where it is something else. */
export async function saveShipHeadings(db: Db, headings: ShipHeadings): Promise<void> {
  const isSaved = JSON.stringify(await savedShipHeadings(db)) === JSON.stringify(headings);
  if (!isSaved) await saveColumns(db, "ship", headings);
}

/**
 * The lines of a table, with or without a heading.
 * @param named how staff say that its columns are called @returns them, or a sentence why it cannot be read
 */
export async function readShipLines(
  db: Db,
  table: readonly { row: number; cells: readonly string[] }[],
  named: ShipHeadings = {},
): Promise<ReadShipList> {
  const [carriers, orders] = await Promise.all([
    listCarriers(db),
    // More than a list may have: it is refused anyway.
    ordersOf(db, orderNumbersIn(table).slice(0, 10_000)),
  ]);
  const known = {
    carriers: new Set(carriers.map(({ name }) => nameKey(name))),
    orders: new Set(orders.keys()),
  };
  return readShipList(table, known, named);
}

/** What staff have said of a list. */
export interface ShipChoices {
  /** The carrier of rows that name none; null: not said. */
  carrierId: number | null;
  /** The carriers of names that the shop does not know, by `nameKey`. */
  carriers?: ReadonlyMap<string, number>;
  /** Orders whose tracking number another one may have too. */
  shared?: ReadonlySet<number>;
}

interface Listed {
  state: OrderState;
  trackingNo: string | null;
  pickUp: string | null;
}

/** Orders by their numbers. */
async function ordersOf(db: Db, ids: readonly number[]): Promise<Map<number, Listed>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders as o")
    .select(["o.id", "o.state", "o.tracking_no as trackingNo", "o.pick_up as pickUp"])
    .where("o.id", "in", ids)
    .where(notTest("o.id"))
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** What becomes of each row. Nothing is changed. */
export async function checkShipList(
  db: Db,
  lines: readonly ShipLine[],
  choices: ShipChoices,
): Promise<CheckedShipLine[]> {
  const numbers = lines.map(({ order }) => orderNumberIn(order));
  const keys = lines.map(({ trackingNo }) => trackingKeyOf(trackingNo));
  const [orders, carriers, taken] = await Promise.all([
    ordersOf(db, [...new Set(numbers.filter((number) => number !== null))]),
    listCarriers(db),
    takenNumbers(db, [...new Set(keys.filter(Boolean))]),
  ]);
  const carrierById = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const carrierByName = new Map(carriers.map((carrier) => [nameKey(carrier.name), carrier]));
  const alike = (values: readonly unknown[], at: number) =>
    lines.filter((_, index) => values[index] === values[at]);

  const verdictOf = (line: ShipLine, at: number): ShipVerdict => {
    const orderId = numbers[at]!;
    const order = orderId === null ? undefined : orders.get(orderId);
    const leftOut = (why: string): ShipVerdict => ({
      kind: "left-out",
      orderId: order ? orderId : null,
      why,
    });
    if (orderId === null)
      return leftOut(line.order ? `“${line.order}” is no order’s number` : "The row names no order");
    if (!order) return leftOut(`Order #${orderId} does not exist`);
    if (order.state !== "packed") return leftOut(whyNotPacked(orderId, order));
    const again = alike(numbers, at);
    if (again.length > 1)
      return leftOut(`Order #${orderId} stands in rows ${again.map(({ row }) => row).join(", ")}`);
    if (isFetched(order.pickUp))
      return line.trackingNo === "" && line.carrier === ""
        ? { kind: "fetched", orderId }
        : leftOut(noCarrierFor(orderId));
    const problem = numberProblem(line.trackingNo);
    if (problem) return leftOut(problem);
    const same = alike(keys, at);
    if (same.length > 1)
      return leftOut(
        `The same tracking number stands here for ${same.map(({ order }) => `#${orderNumberIn(order)}`).join(", ")}`,
      );
    const name = nameKey(line.carrier);
    const carrier =
      carrierByName.get(name) ??
      carrierById.get(choices.carriers?.get(name) ?? (name === "" ? (choices.carrierId ?? 0) : 0));
    if (!carrier) return { kind: "carrier", orderId, name: line.carrier };
    const other = taken.get(`${carrier.id} ${keys[at]}`);
    if (other !== undefined && !choices.shared?.has(orderId))
      return { kind: "shared", orderId, carrier: carrier.name, other };
    return { kind: "ready", orderId, carrierId: carrier.id, carrier: carrier.name };
  };
  return lines.map((line, at) => ({ ...line, verdict: verdictOf(line, at) }));
}

function whyNotPacked(orderId: number, { state, trackingNo, pickUp }: Listed): string {
  if (state === "paid") return `Order #${orderId} is not packed yet`;
  if (state === "pending") return `Order #${orderId} is not paid or confirmed yet`;
  if (state === "shipped" || state === "delivered")
    return `Order #${orderId} is ${stepWords(state, isFetched(pickUp))} already${trackingNo ? `, with ${trackingNo}` : ""}`;
  return `Order #${orderId} is ${stepWords(state, isFetched(pickUp))}`;
}

const numberProblem = (trackingNo: string): string | undefined =>
  despatchSchema(() => new Date()).shape.trackingNo.safeParse(trackingNo).error?.issues[0]?.message;

/** The rows of a list that were shipped, and why others were not. */
export interface ShippedList {
  moved: number[];
  /** Those of them whose books are fetched at the shop. */
  atShop: number[];
  /** `isQuestion`: it is shipped where staff say that its tracking number is right. */
  refused: { orderId: number; message: string; isQuestion: boolean }[];
}

/**
 * Ships the orders of a list whose rows fit, each in a transaction of its own with its mail. The same list again ships nothing
 * twice.
 * @returns the orders shipped, and why each other order of the list was not
 */
export async function shipList(
  db: Db,
  { lines, choices, staffId }: { lines: readonly ShipLine[]; choices: ShipChoices; staffId: number },
  now = new Date(),
): Promise<ShippedList> {
  const shipped: ShippedList = { moved: [], atShop: [], refused: [] };
  for (const { verdict, trackingNo, weight } of await checkShipList(db, lines, choices)) {
    const { orderId } = verdict;
    if (verdict.kind !== "ready" && verdict.kind !== "fetched") {
      const isQuestion = verdict.kind === "shared";
      if (orderId !== null) shipped.refused.push({ orderId, message: verdictInWords(verdict), isQuestion });
      continue;
    }
    const parcel =
      verdict.kind === "fetched"
        ? {}
        : { providerId: verdict.carrierId, trackingNo: trackingNo.trim(), weightG: gramsOf(weight) };
    const isSharedOk = choices.shared?.has(verdict.orderId) ?? false;
    const outcome = await despatch(db, { orderId: verdict.orderId, staffId, ...parcel, isSharedOk }, now);
    if (outcome.ok) {
      shipped.moved.push(verdict.orderId);
      if (verdict.kind === "fetched") shipped.atShop.push(verdict.orderId);
    } else
      shipped.refused.push({
        orderId: verdict.orderId,
        message: outcome.message,
        isQuestion: outcome.isQuestion === true,
      });
  }
  return shipped;
}

/** Why a row is not shipped. */
export function verdictInWords(verdict: Exclude<ShipVerdict, { kind: "ready" | "fetched" }>): string {
  switch (verdict.kind) {
    case "left-out":
      return verdict.why;
    case "carrier":
      return `No carrier is chosen for order #${verdict.orderId}`;
    case "shared":
      return `Order #${verdict.other} has the tracking number of order #${verdict.orderId} too`;
  }
}
