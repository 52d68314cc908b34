import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { formatDateTime } from "~/domain/kit/dates";
import { eventActor, eventWords, type TimelineEvent } from "../desk/order-timeline";

/**
 * The version of an order: it rises with each entry of its log but a note.
 * @returns 0: there is no such order
 */
export async function orderVersion(db: Db, orderId: number): Promise<number> {
  const { version } = await db
    .selectFrom("order_events")
    .select(({ fn }) => fn.max<number | null>("id").as("version"))
    .where("order_id", "=", orderId)
    .where("kind", "<>", "note")
    .executeTakeFirstOrThrow();
  return version ?? 0;
}

const SHOWN = 3;

/** What has happened to an order since a version, in words, for somebody whose change is refused because of it. */
export async function changedSince(db: Db, orderId: number, version: number): Promise<string> {
  const [rows, staff] = await Promise.all([
    db
      .selectFrom("order_events as e")
      .innerJoin("orders as o", "o.id", "e.order_id")
      .leftJoin("accounts as a", "a.id", "e.actor_account_id")
      .select(["e.kind", "e.actor", "e.detail", "e.happened_at", "e.api_key", "e.actor_account_id"])
      .select(["a.first_name", "a.last_name", "o.pick_up"])
      .where("e.order_id", "=", orderId)
      .where("e.id", ">", version)
      .where("e.kind", "<>", "note")
      .orderBy("e.id", "desc")
      .limit(SHOWN)
      .execute(),
    staffNames(db),
  ]);
  const words = rows.toReversed().map((row) => {
    const name =
      staff.get(row.actor_account_id ?? 0) ??
      (row.first_name === null ? null : `${row.first_name} ${row.last_name}`.trim());
    const event: Pick<TimelineEvent, "actor" | "name" | "apiKey"> = {
      actor: row.actor,
      name,
      apiKey: row.api_key,
    };
    const detail = JSON.parse(row.detail) as Record<string, unknown>;
    const { what } = eventWords({ kind: row.kind, detail }, isFetched(row.pick_up));
    return `${what} (${eventActor(event)}, ${formatDateTime(row.happened_at)})`;
  });
  const since = words.length > 0 ? `: ${words.join("; ")}` : "";
  return `Order #${orderId} was changed meanwhile${since}. Please look at it again, and save your change once more`;
}
