import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { GROUP_NOT_FOUND } from "~/domain/sales/trade/groups";
import { discountSchema, groupSchema } from "~/domain/sales/trade/groups.schema";
import {
  addDiscount,
  findGroup,
  type GroupOutcome,
  listDiscounts,
  removeDiscount,
  saveGroup,
} from "~/domain/sales/trade/groups.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireStaff } from "~/http/request/guards.server";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/group";
import { Part } from "./customer-parts";
import { DiscountForm, Discounts, GroupForm } from "./group-forms";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData?.group?.name ?? "Customer group") }];
}

/** @returns null for a new group @throws 404 if it is no id */
function idOf({ groupId }: Route.LoaderArgs["params"]): number | null {
  if (groupId === "new") return null;
  const id = parseId(groupId);
  if (id === null) throw data(GROUP_NOT_FOUND, { status: 404 });
  return id;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const id = idOf(params);
  if (id === null) return { group: null, discounts: [], history: [] };
  const [group, discounts, history] = await Promise.all([
    findGroup(readDb, id),
    listDiscounts(readDb, id),
    readAudit(readDb, "customer_group", id),
  ]);
  if (!group) throw data(GROUP_NOT_FOUND, { status: 404 });
  return { group, discounts, history };
}

/** POST: save-group; add-discount, remove-discount (with `id`) of a group that is there. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const id = idOf(params);
  const form = await readForm(request);
  const answer = (outcome: GroupOutcome, refusal?: ReturnType<typeof formRefusal>) => {
    if (!outcome.ok && outcome.field !== null && refusal)
      return refusal.field(outcome.field, outcome.message);
    if (!outcome.ok) throw data(outcome.message, { status: 404 });
    const text = outcome.message;
    return redirectWithFlash(context, `/admin/customers/groups/${outcome.id}`, { kind: "success", text });
  };
  const intent = form.get("intent");
  if (intent === "save-group") {
    const sent = parseWithZod(form, { schema: groupSchema, disableAutoCoercion: true });
    if (sent.status !== "success") return formRefusal(sent).invalid();
    return answer(await saveGroup(writeDb, { id, staffId, fields: sent.value }), formRefusal(sent));
  }
  if (intent === "add-discount" && id !== null) {
    const sent = parseWithZod(form, { schema: discountSchema, disableAutoCoercion: true });
    if (sent.status !== "success") return formRefusal(sent).invalid();
    return answer(
      await addDiscount(writeDb, { groupId: id, staffId, fields: sent.value }),
      formRefusal(sent),
    );
  }
  if (intent === "remove-discount" && id !== null) {
    const discountId = parseId(form.get("id")) ?? 0;
    return answer(await removeDiscount(writeDb, { groupId: id, discountId, staffId }));
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { group, discounts, history } = loaderData;
  const result = actionData?.result;
  const resultOf = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined);
  const name = group?.name ?? "New group";
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Customers", to: "/admin/customers" },
          { label: "Groups", to: "/admin/customers/groups" },
          { label: name },
        ]}
      />
      <AdminHeading>{name}</AdminHeading>
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 grid-cols-1 gap-10">
          <GroupForm key={group?.id ?? "new"} group={group} result={resultOf("save-group")} />
          {group ? (
            <section aria-labelledby="discounts" className="min-w-0">
              <div className="part-head">
                <h2 id="discounts">Discounts</h2>
              </div>
              <Discounts discounts={discounts} />
              <DiscountForm key={discounts.length} result={resultOf("add-discount")} />
            </section>
          ) : null}
        </div>
        {group ? (
          <Part title="History">
            <AuditTrail entries={history} />
          </Part>
        ) : null}
      </div>
    </div>
  );
}
