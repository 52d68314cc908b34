import { readDb, writeDb } from "~/db/shop-database.server";
import { datesReversed, isReversed, listHref, PAGE_SIZES } from "~/domain/kit/listing/listing";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { findMasterData } from "~/domain/catalogue/names/master-data.server";
import { movedInWords, packedInWords } from "~/domain/sales/orders/fulfilment/fulfilment";
import { markManyDelivered, markManyPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import {
  isNarrowed,
  isPackable,
  type OrderSearch,
  parseOrderSearch,
} from "~/domain/sales/orders/desk/order-list";
import { countOrderViews, listStaffOrders } from "~/domain/sales/orders/desk/order-list.server";
import { countOpenMessages } from "~/domain/front/pages/staff-messages.server";
import { hasRight } from "~/domain/kit/rights/screens";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { keptInViews } from "~/domain/sales/orders/desk/order-views";
import { bookTitle, customerName } from "~/domain/sales/orders/desk/staff-order.server";
import { ordersWithStuckRefunds } from "~/domain/sales/orders/money/stuck-refunds.server";
import { requireFormRight, requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { ForgivenNote } from "~/ui/admin/lists/forgiven-note";
import { ListFooter, ListToolbar } from "~/ui/admin/lists/list-controls";
import { IfMay } from "~/ui/admin/frame/rights";
import { ButtonLink } from "~/ui/kit/button";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/orders";
import { readOrderIds } from "./order-ids";
import { OrderFilters } from "./list/order-filters";
import { OrderViews } from "./list/order-views";
import { TickedOrders } from "./list/order-rows";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Orders") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const search = parseOrderSearch(url.searchParams);
  const mayAnswer = hasRight(rights, "content");
  const [list, stuck, views, messages, plan, book, customer, carrier] = await Promise.all([
    listStaffOrders(readDb, search),
    ordersWithStuckRefunds(readDb),
    countOrderViews(readDb, new Date(), keptInViews(url.searchParams)),
    mayAnswer ? countOpenMessages(readDb) : 0,
    readPlan(readDb),
    search.book === null ? null : bookTitle(readDb, search.book),
    search.customer === null ? null : customerName(readDb, search.customer),
    search.carrier === null ? null : findMasterData(readDb, MASTER_DATA.logisticsProvider, search.carrier),
  ]);
  // Where all that can be packed are listed, one button packs them, also those of other pages.
  const most = Math.max(...PAGE_SIZES);
  const isToPack = search.ready && search.states.join() === "paid" && list.count <= most;
  const all =
    isToPack && list.count > list.rows.length
      ? (await listStaffOrders(readDb, { ...search, page: 1, size: most })).rows
      : list.rows;
  const methods = plan.zones.flatMap((zone) => zone.methods);
  // Without the right to see customers only the names of those who order.
  const mayName = rights.includes("customers") || list.count > 0;
  return {
    search,
    list,
    packable: isToPack ? all.filter(isPackable).map(({ id }) => id) : [],
    stuckRefunds: stuck.length,
    views,
    messages,
    zones: plan.zones.map(({ id, name }) => ({ id, name })),
    methods: methods.map(({ name }) => name),
    hasPickUp: methods.some(({ pickUp }) => pickUp),
    book,
    customer: mayName ? customer : null,
    carrier: carrier?.name ?? null,
  };
}

/** POST: intent pack or deliver with the ids of the checked orders, one `order` field each. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  const staffId = requireFormRight(context, intent).id;
  const orderIds = readOrderIds(form);
  const back = `/admin/orders${listHref(url.searchParams)}`;
  if (orderIds.length === 0) {
    return redirectWithFlash(context, back, { kind: "info", text: "Please check the orders to mark" });
  }
  const ticked = { orderIds, staffId };
  const message =
    intent === "deliver"
      ? movedInWords(await markManyDelivered(writeDb, ticked), "delivered")
      : packedInWords(await markManyPacked(writeDb, ticked));
  return redirectWithFlash(context, back, message);
}

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { search, list, packable, stuckRefunds, views, messages, book, customer, carrier } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <IfMay right="dispatch">
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/admin/orders/new" size="sm" variant="quiet">
                New order
              </ButtonLink>
              <ButtonLink to="/admin/quotations" size="sm" variant="quiet">
                Quotations
              </ButtonLink>
              <ButtonLink to="/admin/orders/ship" size="sm" variant="quiet">
                Ship from a list
              </ButtonLink>
            </div>
          </IfMay>
        }
      >
        Orders
      </AdminHeading>
      <OrderViews counts={views} messages={messages} failedRefunds={stuckRefunds} />
      <ListToolbar
        search={search}
        filters={
          <OrderFilters
            search={search}
            zones={loaderData.zones}
            methods={loaderData.methods}
            hasPickUp={loaderData.hasPickUp}
            customer={customer}
            carrier={carrier}
            book={book}
          />
        }
        hasProblem={isReversed(search.from, search.to)}
        finds="Finds order (#45), invoice, name, email, mobile, city, state, PIN code, tracking number, payment, book, coupon and note."
      />
      <ForgivenNote search={search} list={list} />
      {/* After a step nothing is checked any more. */}
      <TickedOrders
        key={list.rows.map(({ id, state }) => `${id} ${state}`).join()}
        rows={list.rows}
        packable={packable}
        sort={search.sort}
        empty={emptyText(search)}
      />
      <ListFooter list={list} />
    </div>
  );
}

/** What an empty list says; undefined: the usual sentence. */
function emptyText(search: OrderSearch): string | undefined {
  if (isReversed(search.from, search.to)) return datesReversed("order");
  return isNarrowed(search) ? undefined : "No orders yet";
}
