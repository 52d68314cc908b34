import { data, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { methodTexts, NEW_METHOD } from "~/domain/sales/delivery/forms/method-form";
import { zoneTexts } from "~/domain/sales/delivery/forms/zone-form";
import type { DeliveryPlan } from "~/domain/sales/delivery/plan";
import { readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import type { Route } from "./+types/zone";
import { DeleteMethodDialog } from "./delete-method-dialog";
import { MethodList } from "./method-list";
import { MethodPanel } from "./method-panel";
import { NewZoneForm, ZoneForm } from "./zone-form";
import { answerDelete, answerMethod, answerZone } from "./zone-action.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Zone") }];
}

/** @returns null for a new one @throws 404 if there is no such zone */
function zoneOf(plan: DeliveryPlan, zoneId: string) {
  if (zoneId === "new") return null;
  const id = parseId(zoneId);
  const zone = plan.zones.find((one) => one.id === id);
  if (!zone) throw data("There is no such zone", { status: 404 });
  return zone;
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  requireStaff(context);
  const { plan, version } = await readPlanAndVersion(readDb);
  const zone = zoneOf(plan, params.zoneId);
  const asked = parseConfirm(url.searchParams, ["delete"]);
  const edit = readParam(url.searchParams, "edit");
  const method = (id: number | null) => {
    const found = zone?.methods.find((one) => one.id === id);
    if (!found) throw data("There is no such method", { status: 404 });
    return found;
  };
  const opened = edit === null ? null : method(parseId(edit));
  return {
    version,
    zone: zone && { id: zone.id, name: zone.name, methods: zone.methods, typed: zoneTexts(zone) },
    /** Which other zone has a state. */
    taken: Object.fromEntries(
      plan.zones
        .filter((one) => one.id !== zone?.id)
        .flatMap(({ name, states }) => states.map((state) => [state, name])),
    ),
    panel: opened
      ? { methodId: opened.id, typed: methodTexts(opened) }
      : url.searchParams.has("add")
        ? { methodId: null, typed: NEW_METHOD }
        : null,
    deleting: asked && method(asked.id),
  };
}

/**
 * POST: save-zone; save-method (?add= and ?edit=); more-rows, which shows a method's form with more steps; delete (?confirm=,
 * with `id`). Of a new zone: save-zone has its first method too.
 */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const zoneId = params.zoneId === "new" ? null : (parseId(params.zoneId) ?? 0);
  const post = { context, form, staffId, zoneId, closeTo: url.pathname + listHref(url.searchParams) };
  switch (form.get("intent")) {
    case "save-zone":
    case "more-zone-rows":
      return answerZone(post);
    case "save-method":
    case "more-rows": {
      const edit = readParam(url.searchParams, "edit");
      return answerMethod(post, edit === null ? null : (parseId(edit) ?? 0));
    }
    case "delete":
      return answerDelete(post, parseId(form.get("id")) ?? 0);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Zone({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, version, taken, panel, deleting } = loaderData;
  const [params] = useSearchParams();
  const answer = (part: string) => (actionData?.part === part ? actionData : undefined);
  const title = zone?.name ?? "Add Zone";
  return (
    <div className="admin-page">
      <Breadcrumbs items={[{ label: "Delivery", to: "/admin/delivery" }, { label: title }]} />
      <AdminHeading>{title}</AdminHeading>
      {zone ? (
        <div className="grid grid-cols-1 gap-10">
          <MethodList methods={zone.methods} />
          <ZoneForm
            key={zone.id}
            typed={zone.typed}
            taken={taken}
            version={version}
            answer={answer("zone")}
          />
        </div>
      ) : (
        <NewZoneForm taken={taken} version={version} answer={answer("zone")} />
      )}
      {panel ? (
        <MethodPanel
          key={panel.methodId ?? "new"}
          {...panel}
          version={version}
          answer={answer("method")}
          closeTo={listHref(params)}
        />
      ) : null}
      {deleting ? (
        <DeleteMethodDialog
          method={deleting}
          version={answer("dialog")?.version ?? version}
          problem={answer("dialog")?.result.error?.[""]?.join(" ")}
        />
      ) : null}
    </div>
  );
}
