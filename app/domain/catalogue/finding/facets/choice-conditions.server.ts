import { type RawBuilder, sql, type SqlBool } from "kysely";
import { isForthcoming } from "../../books/sale/sale.server";
import { AGES, type FixedGroup, NEW_DAYS } from "./facets";

type Condition = RawBuilder<SqlBool>;

/** A forthcoming book of which copies can be ordered. */
const CAN_PREORDER = sql<SqlBool>`(length(b.published_on) = 10 and b.preorder_limit > b.preordered)`;

/** What is charged for a book `b`, from columns that the index books_facets has. */
export const CHARGED = sql<number>`coalesce(b.sale_price, b.price)`;

/** By group, what a choice asks of a book `b`. @param today in India @param now in UTC, ISO 8601 */
const CONDITIONS: Record<FixedGroup, (value: string, today: string, now: Date) => Condition> = {
  format: (value) => sql`b.format = ${value}`,
  country: (value) => sql`b.country_of_origin = ${value}`,
  // Without an upper age it is for all from the lower one on.
  age(band) {
    const [least, most] = AGES[band as keyof typeof AGES];
    return sql`(coalesce(b.age_from, b.age_to) is not null
      and coalesce(b.age_from, 0) <= ${sql.lit(most)} and coalesce(b.age_to, 1000) >= ${sql.lit(least)})`;
  },
  availability(value, today) {
    const forthcoming = isForthcoming(today);
    if (value === "in_stock") return sql`(b.stock > 0 and not ${forthcoming})`;
    return value === "preorder"
      ? sql`(${forthcoming} and ${CAN_PREORDER})`
      : // Of the others the date or the limit may be missing.
        sql`(${forthcoming} and not coalesce(${CAN_PREORDER}, false))`;
  },
  added(_, __, now) {
    const since = new Date(now.getTime() - NEW_DAYS * 86_400_000);
    return sql`b.created_at >= ${since.toISOString()}`;
  },
  rating: (least) => sql`(b.rating_count > 0 and b.rating_sum >= ${sql.lit(Number(least))} * b.rating_count)`,
};

/** What a fixed choice asks of a book `b`. @param today in India @param now the same moment */
export const choiceCondition = (
  group: FixedGroup,
  value: string,
  { today, now }: { today: string; now: Date },
): Condition => CONDITIONS[group](value, today, now);
