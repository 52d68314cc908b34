import { readDb } from "~/db/shop-database.server";
import { cardField, RATE_CARD_FIELDS, typedCard } from "~/domain/sales/delivery/forms/rate-card-form";
import { readRateCard } from "~/domain/sales/delivery/files/read-rate-card";
import { readPlanAndVersion } from "~/domain/sales/delivery/plan.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FieldPair } from "~/ui/admin/forms/form-group";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { TextField } from "~/ui/kit/field";
import type { Route } from "./+types/rates";
import { DeliveryTabs } from "./delivery-tabs";
import { answerTable, type TableAnswer } from "./table-answer.server";
import { TableForm } from "./table-form";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Rate card of delivery") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { plan, version } = await readPlanAndVersion(readDb);
  return { version, zones: plan.zones.map(({ name }) => name) };
}

/** POST: `file` or `table`, and the method's fields; intent check or save. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const typed = Object.fromEntries(RATE_CARD_FIELDS.map((name) => [name, textField(form, name)]));
  const { method, most, errors } = typedCard(typed);
  return answerTable({
    context,
    form,
    staffId,
    typed,
    errors,
    read: (rows, plan) => readRateCard(rows, { plan, method, most }),
    done: `The prices of “${method.name.trim()}” are saved`,
  });
}

export default function Rates({ loaderData, actionData }: Route.ComponentProps) {
  const { zones, version } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading>Delivery</AdminHeading>
      <DeliveryTabs />
      <div className="mb-6 grid max-w-3xl grid-cols-1 gap-2">
        <p>
          A carrier’s rate card as it is: weights in the first column, and for each zone a column with its
          name. A row “Additional 500 g” goes on to the heaviest parcel. Each zone of the table gets the
          method below; where it has one of this name, that one gets the prices and days.
        </p>
        <p className="text-sm">
          {zones.length > 0
            ? `The zones: ${zones.join(", ")}.`
            : "The plan has no zones yet: add them first."}
        </p>
      </div>
      <TableForm
        key={actionData?.text}
        label="Rate card"
        hint="Pasted from a spreadsheet, an email or a CSV file; weights as 500 g, 0.5 kg or 501-1000"
        version={version}
        answer={actionData}
      >
        <MethodOfCard answer={actionData} />
      </TableForm>
    </div>
  );
}

function MethodOfCard({ answer }: { answer?: TableAnswer }) {
  const field = (name: (typeof RATE_CARD_FIELDS)[number]) => ({
    ...cardField(name),
    id: `card-${name}`,
    name,
    defaultValue: answer?.typed[name] ?? cardField(name).defaultValue,
    errors: answer?.errors[name],
    autoComplete: "off",
  });
  return (
    <>
      <FieldPair>
        <TextField {...field("name")} dir="auto" required />
        <TextField {...field("carrier")} dir="auto" />
      </FieldPair>
      <FieldPair>
        <TextField {...field("daysFrom")} inputMode="numeric" required />
        <TextField {...field("daysTo")} inputMode="numeric" required />
      </FieldPair>
      <TextField {...field("most")} />
    </>
  );
}
