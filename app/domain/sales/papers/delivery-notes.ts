import { formatDate } from "~/domain/kit/dates";
import type { Settings } from "~/domain/shop/settings/settings";
import { clean } from "../documents/document-content";
import type { OrderDetail } from "../orders/order-detail";
import { openLines, type SentParcel } from "../orders/parcels/parcels";
import { type SlipContent, slipContent, titleLine } from "./slips";

/**
 * The delivery notes of an order, each with what was ordered, what came before, what is in the parcel and what is still to come:
 * one for the parcel that is sent next, or, where nothing is left to send, one for each that was sent and not lost.
 * @param shop as the settings have it now
 */
export function noteContents(
  { buyer, ...rest }: OrderDetail,
  shop: Parameters<typeof slipContent>[1] & Pick<Settings, "gstin">,
): SlipContent[] {
  // A shop without a GSTIN prints none.
  const order = { ...rest, buyer: buyer && shop.gstin === "" ? { ...buyer, gstin: "" } : buyer };
  const slip = slipContent(order, shop);
  const sent = order.parcels.filter(({ lostAt, returnedAt }) => lostAt === null && returnedAt === null);
  const next = openLines(order);
  const number = 1 + Math.max(0, ...order.parcels.map((parcel) => parcel.number));
  if (next.length > 0) return [noteOf(order, slip, { before: sent, lines: next, number, parcel: null })];
  return sent.map((parcel, at) => {
    const { lines, number: of } = parcel;
    return noteOf(order, slip, { before: sent.slice(0, at), lines, number: of, parcel });
  });
}

function noteOf(
  order: OrderDetail,
  slip: SlipContent,
  {
    before,
    lines,
    number,
    parcel,
  }: {
    /** What was sent before this parcel. */
    before: readonly SentParcel[];
    lines: SentParcel["lines"];
    number: number;
    /** null: it is not sent yet. */
    parcel: SentParcel | null;
  },
): SlipContent {
  const copiesOf = (some: SentParcel["lines"], lineId: number) =>
    some.reduce((sum, { id, qty }) => (id === lineId ? sum + qty : sum), 0);
  const earlier = before.flatMap((one) => one.lines);
  // What was refunded by line is neither ordered any more nor to come.
  const rows = order.lines
    .map(({ id, title, isbn, quantity, refunded }) => {
      const [came, now] = [copiesOf(earlier, id), copiesOf(lines, id)];
      const ordered = Math.max(came + now, quantity - refunded);
      return { title, isbn, counts: [ordered, came, now, ordered - came - now] };
    })
    .filter(({ counts }) => counts[0]! > 0);
  const fact = (name: string, value: string | null | undefined): [string, string][] =>
    value ? [[name, clean(value)]] : [];
  const { buyer } = order;
  return {
    ...slip,
    title: "Delivery note",
    facts: [
      ["Order", `#${order.id}`],
      ["Order date", formatDate(order.placedAt)],
      ...fact("Your reference", buyer?.reference),
      ...fact("Buyer", buyer?.name),
      ...fact("GSTIN", buyer?.gstin),
      ["Parcel", String(number)],
      ...fact("Sent", parcel && formatDate(parcel.sentAt)),
      ...fact("Carrier", parcel?.carrier),
      ...fact("Tracking number", parcel?.trackingNo),
    ],
    heads: ["Ordered", "Before", "This parcel", "To come"],
    lines: rows.map(({ title, isbn, counts }) => ({
      ...titleLine(title, isbn, counts[2]!),
      counts: counts.map(String),
    })),
    copies: [0, 1, 2, 3].map((at) => String(rows.reduce((sum, { counts }) => sum + counts[at]!, 0))),
    giftLines: [],
    giftFrom: "",
    thanks: "",
    hasReceipt: true,
  };
}
