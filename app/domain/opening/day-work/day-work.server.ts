import type { Db } from "~/db/database.server";
import { countOverdue } from "~/domain/catalogue/books/sale/overdue.server";
import { parseOrderSearch } from "~/domain/sales/orders/desk/order-list";
import { countStaffOrders } from "~/domain/sales/orders/desk/order-list.server";
import { parseMessageSearch } from "~/domain/front/pages/staff-messages";
import { countMessages } from "~/domain/front/pages/staff-messages.server";
import type { Right } from "~/domain/kit/rights/rights";
import { formNeeds, hasRight, screenAt } from "~/domain/kit/rights/screens";
import { countWantedTitles } from "~/domain/readers/waiting/staff-wanted.server";
import { parseWantedSearch } from "~/domain/readers/waiting/wanted-titles";
import { DAY_WORK, type DayWork, type DayWorkKey } from "./day-work";

/**
 * What waits for staff, as far as somebody with these rights can do it. Each count is that of the list at its address in `DAY_WORK`.
 * @returns null for somebody who can do nothing of it
 */
export async function readDayWork(
  db: Db,
  rights: readonly Right[],
  now = new Date(),
): Promise<DayWork | null> {
  const keys = (Object.keys(DAY_WORK) as DayWorkKey[]).filter((key) => canDo(key, rights));
  if (keys.length === 0) return null;
  let owed = 0;
  const overdueBooks = async () => {
    const overdue = await countOverdue(db, now);
    owed = overdue.owed;
    return overdue.books;
  };
  const counted = await Promise.all(
    keys.map(async (key) => ({
      key,
      count: await (key === "overdue" ? overdueBooks() : countAt(db, key, now)),
    })),
  );
  return {
    waiting: counted.filter(({ count }) => count > 0),
    owed,
  };
}

function canDo(key: DayWorkKey, rights: readonly Right[]): boolean {
  const [screen, intent = null] = DAY_WORK[key].form;
  const need = formNeeds(screenAt(screen)!, intent);
  return need !== null && hasRight(rights, need) && hasRight(rights, screenAt(DAY_WORK[key].to)!.see);
}

function countAt(db: Db, key: Exclude<DayWorkKey, "overdue">, now: Date): Promise<number> {
  const params = new URL(DAY_WORK[key].to, "http://shop").searchParams;
  if (key === "messages") return countMessages(db, parseMessageSearch(params));
  if (key === "wanted") return countWantedTitles(db, parseWantedSearch(params));
  return countStaffOrders(db, parseOrderSearch(params), now);
}
