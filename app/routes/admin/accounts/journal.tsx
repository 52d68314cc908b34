import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { data, Link, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { ALL_FILE_FORMATS, accountFilePath, FILE_FORMATS } from "~/domain/accounting/exports/exports";
import {
  ACCOUNT_KEYS,
  ACCOUNTS,
  type AccountNames,
  accountNamesSchema,
  MOST_ACCOUNT_NAME,
  TAX_ACCOUNTS,
} from "~/domain/accounting/journal/account-names";
import { readAccountNames, saveAccountNames } from "~/domain/accounting/journal/account-names.server";
import { type AccountSum, accountSums } from "~/domain/accounting/journal/journal.server";
import { periodInWords, periodParams, shownPeriod } from "~/domain/accounting/period";
import { formatRupees } from "~/domain/kit/money";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AccountsTabs } from "~/ui/admin/accounts/accounts-tabs";
import { PeriodChooser } from "~/ui/admin/accounts/period-chooser";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { IfMay, useIsRegistered } from "~/ui/admin/frame/rights";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import type { Route } from "./+types/journal";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Journal") }];
}

/** GET ?month=2026-11, or ?from= and ?to=: the journal of a period by account, and what the accounts are called. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const shown = shownPeriod(url.searchParams);
  const [sums, names] = await Promise.all([accountSums(readDb, shown.period), readAccountNames(readDb)]);
  return { ...shown, sums, names };
}

/** POST: a name for each account. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "sales").id;
  const submission = parseWithZod(await readForm(request), { schema: accountNamesSchema });
  if (submission.status !== "success") return data({ result: submission.reply() }, { status: 400 });
  await saveAccountNames(writeDb, { names: submission.value, staffId });
  const { period } = shownPeriod(url.searchParams);
  return redirectWithFlash(context, `/admin/accounts/journal?${periodParams(period)}`, {
    kind: "success",
    text: "The names of the accounts are saved",
  });
}

const COLUMNS: Column<AccountSum>[] = [
  { title: "Account", cell: ({ account }) => <bdi>{account}</bdi>, className: "wrap-anywhere" },
  { title: "Debit", cell: ({ debit }) => formatRupees(debit), isNumber: true },
  { title: "Credit", cell: ({ credit }) => formatRupees(credit), isNumber: true },
];

export default function Journal({ loaderData, actionData }: Route.ComponentProps) {
  const { period, sums, names } = loaderData;
  const params = periodParams(period);
  const total = (side: "debit" | "credit") => sums.reduce((all, sum) => all + sum[side], 0);
  const rows =
    sums.length === 0 ? [] : [...sums, { account: "Sum", debit: total("debit"), credit: total("credit") }];
  return (
    <div className="admin-page">
      <AdminHeading>Accounts</AdminHeading>
      <AccountsTabs params={params} />
      <PeriodChooser {...loaderData} />
      <h2 className="mb-3 text-xl">Journal, {periodInWords(period)}</h2>
      <p className="mb-3 max-w-prose">
        Double entries for Tally or any ledger: a voucher for each document, payment, refund, carrier’s list
        and settlement. Each balances.
      </p>
      <IfMay right="exports">
        <p className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
          {ALL_FILE_FORMATS.map((format) => (
            <Link
              key={format}
              to={accountFilePath("journal", format, params)}
              reloadDocument
              className="link py-1"
            >
              Journal as {FILE_FORMATS[format].label}
            </Link>
          ))}
        </p>
      </IfMay>
      <DataTable
        label="Sums by account"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ account }) => account}
        empty="No entries in this period"
      />
      <h2 className="mt-8 mb-3 text-xl">Names of accounts</h2>
      <p className="mb-4 max-w-prose">
        As your ledger has them. Two may have the same name. Files downloaded before keep the old names.
      </p>
      <NamesForm names={names} result={actionData?.result} />
    </div>
  );
}

function NamesForm({
  names,
  result,
}: {
  names: AccountNames;
  result: SubmissionResult<string[]> | undefined;
}) {
  const isSaving = useNavigation().formMethod === "POST";
  const isRegistered = useIsRegistered();
  const { form, fields, focus } = useAnsweredForm({
    id: "account-names",
    names: ACCOUNT_KEYS,
    lastResult: result,
    defaultValue: names,
  });
  return (
    <AnsweredForm
      form={form}
      fields={Object.values(fields)}
      preventScrollReset
      className="grid max-w-4xl gap-6"
    >
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {ACCOUNT_KEYS.map((key) =>
          isRegistered || !TAX_ACCOUNTS.includes(key) ? (
            <TextField
              key={key}
              label={ACCOUNTS[key].label}
              hint={ACCOUNTS[key].hint || undefined}
              {...fieldProps(fields[key], focus)}
              maxLength={MOST_ACCOUNT_NAME}
              required
              autoComplete="off"
            />
          ) : (
            <input key={key} type="hidden" name={key} value={names[key]} />
          ),
        )}
      </div>
      <div>
        <Button name="intent" value="names" isBusy={isSaving}>
          Save names
        </Button>
      </div>
    </AnsweredForm>
  );
}
