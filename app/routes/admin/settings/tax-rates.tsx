import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { taxLimitSchema } from "~/domain/catalogue/books/tax/tax-limits.schema";
import {
  limitName,
  readTaxLimits,
  removeTaxLimit,
  saveTaxLimit,
  type TaxLimitOutcome,
} from "~/domain/catalogue/books/tax/tax-limits.server";
import { taxRateSchema } from "~/domain/catalogue/books/tax/tax-rates.schema";
import {
  addIndiaRates,
  rateName,
  readTaxRates,
  removeTaxRate,
  saveTaxRate,
  type TaxRateOutcome,
} from "~/domain/catalogue/books/tax/tax-rates.server";
import { parseId } from "~/domain/kit/ids";
import { parseConfirm } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { DataTable } from "~/ui/admin/lists/data-table";
import { ListIntro } from "~/ui/admin/lists/list-controls";
import { DeleteForm, ListPage } from "~/ui/admin/lists/list-page";
import { Button, ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/tax-rates";
import { limitKey, LimitsTable, TaxLimitPanel } from "./tax-limit-panel";
import { TAX_RATE_COLUMNS, TaxRatePanel } from "./tax-rate-panel";
import { TaxTabs } from "./tax-tabs";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Rates of tax") }];
}

const PATH = "/admin/settings/tax-rates";
const AWAY = "The rate could not be saved. Please try again in a moment.";
const AWAY_LIMIT = "The limit could not be changed. Please try again in a moment.";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const [kept, counting] = await Promise.all([readTaxRates(readDb), readTaxLimits(readDb)]);
  const rates = kept.map((rate) => ({ ...rate, name: rateName(rate) }));
  const limits = counting.map((limit) => ({ ...limit, name: limitName(limit) }));
  const known = (id: number | null) => {
    const rate = rates.find((one) => one.id === id);
    if (!rate) throw data("This rate is no longer there", { status: 404 });
    return rate;
  };
  const edit = readParam(url.searchParams, "edit");
  const asked = readParam(url.searchParams, "limit");
  const limit = limits.find((one) => limitKey(one) === asked) ?? null;
  if (asked !== null && asked !== "new" && !limit)
    throw data("This limit is no longer there", { status: 404 });
  const confirm = parseConfirm(url.searchParams, ["delete"]);
  return {
    rates,
    limits,
    limitPanel: asked !== null ? { limit } : null,
    panel:
      edit !== null ? { rate: known(parseId(edit)) } : url.searchParams.has("add") ? { rate: null } : null,
    removing: confirm && known(confirm.id),
  };
}

/**
 * POST: the form of ?add= and ?edit= (intent save), the dialog of ?confirm= (delete, with `id`), intent india, and the form
 * of ?limit= (save-limit, remove-limit).
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const done = (outcome: TaxRateOutcome | TaxLimitOutcome) => {
    if (!outcome.ok && outcome.reason === "unknown") throw data(outcome.message, { status: 404 });
    return redirectWithFlash(context, PATH, {
      kind: outcome.ok ? "success" : "error",
      text: outcome.message,
    });
  };
  switch (form.get("intent")) {
    case "save": {
      const submission = parseWithZod(form, { schema: taxRateSchema });
      const refusal = formRefusal(submission);
      if (submission.status !== "success") return refusal.invalid();
      const edit = readParam(url.searchParams, "edit");
      const id = edit === null ? null : (parseId(edit) ?? 0);
      return refusal.unlessAway(
        AWAY,
        async () => {
          const saved = await saveTaxRate(writeDb, { id, rate: submission.value, staffId });
          return saved.ok || saved.reason === "unknown" ? done(saved) : refusal.field("hsn", saved.message);
        },
        { isOfStaff: true },
      );
    }
    case "delete":
      return done(await removeTaxRate(writeDb, { id: parseId(form.get("id")) ?? 0, staffId }));
    case "save-limit":
    case "remove-limit": {
      const submission = parseWithZod(form, { schema: taxLimitSchema });
      const refusal = formRefusal(submission);
      if (submission.status !== "success") return refusal.invalid();
      const limit = submission.value;
      return refusal.unlessAway(
        AWAY_LIMIT,
        async () =>
          done(
            await (form.get("intent") === "save-limit"
              ? saveTaxLimit(writeDb, { limit, staffId })
              : removeTaxLimit(writeDb, { ...limit, staffId })),
          ),
        { isOfStaff: true },
      );
    }
    case "india":
      return done(await addIndiaRates(writeDb, staffId));
  }
  throw data("Unknown intent", { status: 400 });
}

/** The rates of tax by HSN code and the limits of the law, each from a day on. */
export default function TaxRates({ loaderData, actionData }: Route.ComponentProps) {
  const { rates, limits, limitPanel, panel, removing } = loaderData;
  return (
    <ListPage
      title="Rates of tax"
      add="Add Rate"
      above={
        <>
          <TaxTabs />
          <ListIntro>
            A book without a rate of its own has that of its HSN code on the day of the order: of the rows
            that have begun, the one with most digits in common; without any, the rate in the settings. Orders
            keep the rate with which they were placed.
          </ListIntro>
        </>
      }
    >
      <DataTable
        label="Rates of tax"
        columns={TAX_RATE_COLUMNS}
        rows={rates}
        rowKey={({ id }) => id}
        empty="No rates yet: all books have the rate in the settings"
        stacks
      />
      <Form method="post" preventScrollReset className="mt-6 grid justify-items-start gap-2">
        <p className="text-muted max-w-prose text-sm">
          GST on books as of November 2026, where it is sure, with its source. Rows that are here stay. Let
          your accountant look at them.
        </p>
        <Button name="intent" value="india" variant="quiet">
          Add India’s rates of today
        </Button>
      </Form>
      <div className="part-head mt-10">
        <h2 id="limits">Limits</h2>
      </div>
      <p className="text-muted mb-3 max-w-prose text-sm">
        Of each limit the row counts that has begun on the day of the document or month. A row of yours stands
        in place of the usual one from the same day; what was returned before keeps the limit of its day.
      </p>
      <LimitsTable limits={limits} />
      <p className="mt-3">
        <ButtonLink to="?limit=new" variant="quiet" preventScrollReset>
          Add Limit
        </ButtonLink>
      </p>
      {limitPanel ? (
        <TaxLimitPanel
          key={limitPanel.limit ? limitKey(limitPanel.limit) : "new"}
          limit={limitPanel.limit}
          closeTo={PATH}
          lastResult={actionData?.result}
        />
      ) : null}
      {panel ? (
        <TaxRatePanel
          key={panel.rate?.id ?? "new"}
          rate={panel.rate}
          closeTo={PATH}
          lastResult={actionData?.result}
        />
      ) : null}
      {removing ? (
        <DeleteForm title="Remove Rate" id={removing.id}>
          {removing.name}: {removing.rate / 100} %. New orders of its books have the rate of another row, or
          that in the settings.
        </DeleteForm>
      ) : null}
    </ListPage>
  );
}
