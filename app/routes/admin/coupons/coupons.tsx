import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { COUPON_NOT_FOUND, parseCouponSearch } from "~/domain/sales/coupons/staff-coupons";
import { couponOrders, findCoupon, listCoupons } from "~/domain/sales/coupons/staff-coupons.server";
import { COUPON_STATE_LABELS, COUPON_STATES } from "~/domain/sales/coupons/coupons";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import type { Right } from "~/domain/kit/rights/rights";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/coupons";
import { answerSave, answerSwitch } from "./coupon-action.server";
import { COUPON_COLUMNS } from "./coupon-columns";
import { CouponPanel } from "./coupon-panel";
import { SwitchDialog } from "./switch-dialog";
import { groupNames } from "~/domain/sales/trade/groups.server";
import { readParam } from "~/domain/kit/search-params";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Coupons") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const params = url.searchParams;
  const search = parseCouponSearch(params);
  const confirm = parseConfirm(params, ["on", "off"]);
  const edit = readParam(params, "edit");
  return {
    search,
    list: await listCoupons(readDb, search),
    panel: edit !== null ? await panelOf(edit, rights) : params.has("add") ? await newPanel() : null,
    asked: confirm && { coupon: await couponOf(String(confirm.id)), active: confirm.action === "on" },
  };
}

const newPanel = async () => ({
  coupon: null,
  groups: await groupNames(readDb),
  orders: [],
  history: [],
});

/** @throws 404 if no coupon has this id */
async function couponOf(text: string) {
  const id = parseId(text);
  const coupon = id === null ? null : await findCoupon(readDb, id);
  if (!coupon) throw data(COUPON_NOT_FOUND, { status: 404 });
  return coupon;
}

/** @param rights orders only for those who may see them */
async function panelOf(id: string, rights: readonly Right[]) {
  const coupon = await couponOf(id);
  const [orders, history] = [
    rights.includes("orders") ? await couponOrders(readDb, coupon.id) : null,
    await readAudit(readDb, "coupon", coupon.id),
  ];
  return { coupon, groups: await groupNames(readDb), orders, history };
}

/** POST: the form of ?add= and ?edit= (intent save-coupon), and the dialog of ?confirm= (switch-on, switch-off). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const closeTo = url.pathname + listHref(url.searchParams);
  const post = { context, form, staffId: requireStaff(context).id, closeTo };
  switch (form.get("intent")) {
    case "save-coupon": {
      const edit = readParam(url.searchParams, "edit");
      return answerSave(post, edit === null ? null : (await couponOf(edit)).id);
    }
    case "switch-on":
    case "switch-off": {
      const { id } = await couponOf(String(form.get("id")));
      return answerSwitch(post, id, form.get("intent") === "switch-on");
    }
  }
  throw data("Unknown intent", { status: 400 });
}

const STATES = COUPON_STATES.map((value) => [value, COUPON_STATE_LABELS[value]] as const);

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  const { search, list, panel, asked } = loaderData;
  return (
    <ListPage title="Coupons" add="Add New Coupon">
      <ListTable
        label="Coupons"
        columns={COUPON_COLUMNS}
        list={list}
        search={search}
        filters={<SelectFilter label="State" name="state" value={search.state} options={STATES} />}
        rowKey={(coupon) => coupon.id}
        none="No coupons yet"
        stacks
      />
      {panel ? <CouponPanel key={panel.coupon?.id ?? "new"} {...panel} answer={actionData} /> : null}
      {asked ? <SwitchDialog {...asked} /> : null}
    </ListPage>
  );
}
