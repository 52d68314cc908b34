import { readDb, writeDb } from "~/db/shop-database.server";
import {
  readTaxLimits,
  removeTaxLimit,
  saveTaxLimit,
  type TaxLimitOutcome,
} from "~/domain/catalogue/books/tax/tax-limits.server";
import {
  taxLimitBody,
  taxLimitRemoval,
  taxLimitToJson,
  taxRateBody,
  taxRateRemoval,
  taxRatesJson,
  taxRateToJson,
} from "~/domain/catalogue/books/tax/tax-rates.json.ts";
import {
  readTaxRates,
  removeTaxRate,
  saveTaxRate,
  type TaxRateOutcome,
} from "~/domain/catalogue/books/tax/tax-rates.server";
import { settingsBody, settingsJson, settingsToJson } from "~/domain/shop/settings/settings.json.ts";
import { SETTINGS_SAVED, type SettingsValues } from "~/domain/shop/settings/settings.schema";
import {
  readSettings,
  readSettingsStillNeeded,
  saveSettings,
  settingsValues,
} from "~/domain/shop/settings/settings.server";
import { done, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Settings";
const access = "staff";
const right = "settings";

/** The settings that staff can change without a restart. The logo is changed on the page. */
export const settings = [
  operation({
    method: "GET",
    path: "/settings/admin",
    tag,
    summary: "The shop's settings",
    access,
    right,
    answer: settingsJson,
    async handle() {
      const stored = await readSettings(readDb);
      return settingsToJson(settingsValues(stored), stored.logo);
    },
  }),

  operation({
    method: "POST",
    path: "/settings/admin",
    tag,
    summary: "Change some of the settings",
    description: "Changes the settings sent; the others are not changed.",
    access,
    right,
    body: settingsBody,
    answer: resultSchema,
    async handle({ body: { shown, ...given }, caller }) {
      const current = settingsValues(await readSettings(readDb));
      const values = over(current, given);
      const seen: Partial<SettingsValues> = over(current, shown ?? {});
      // A setting that a live shop still needs counts as new, even when the value sent is the default.
      for (const key of await readSettingsStillNeeded(readDb)) if (given[key] !== undefined) delete seen[key];
      const outcome = await saveSettings(writeDb, { staffId: caller.account!.id, values, shown: seen });
      if (outcome.ok) return done(SETTINGS_SAVED);
      const errors = Object.entries(outcome.messages).map(([key, message]) => [key, [message]]);
      return refused(outcome.summary, Object.fromEntries(errors) as Record<string, string[]>);
    },
  }),
];

const TAX_RATES = "/settings/admin/tax-rates";
const TAX_LIMITS = "/settings/admin/tax-limits";
const OF_RATES =
  "A book without a rate of its own has that of its HSN code on the day of its order: of the rates that have begun, the one with most digits in common.";

/** As an outcome of a change says it. */
function answerRate(outcome: TaxRateOutcome) {
  if (outcome.ok) return done(outcome.message);
  if (outcome.reason === "unknown") return notFound(outcome.message);
  return refused(outcome.message, outcome.reason === "taken" ? { hsn: [outcome.message] } : undefined);
}

const answerLimit = (outcome: TaxLimitOutcome) =>
  outcome.ok
    ? done(outcome.message)
    : outcome.reason === "unknown"
      ? notFound(outcome.message)
      : refused(outcome.message);

/** The rates of tax by HSN code, and the limits of the law. */
export const taxRates = [
  operation({
    method: "GET",
    path: TAX_RATES,
    tag,
    summary: "The rates of tax by HSN code, and the limits",
    description: OF_RATES,
    access,
    right,
    answer: taxRatesJson,
    async handle() {
      const [rates, limits] = await Promise.all([readTaxRates(readDb), readTaxLimits(readDb)]);
      return { rates: rates.map(taxRateToJson), limits: limits.map(taxLimitToJson) };
    },
  }),

  operation({
    method: "POST",
    path: TAX_RATES,
    tag,
    summary: "Add or change a rate of tax",
    access,
    right,
    refusals: { 404: "There is no such rate." },
    body: taxRateBody,
    answer: resultSchema,
    async handle({ body: { id, ...rate }, caller }) {
      return answerRate(await saveTaxRate(writeDb, { id: id ?? null, rate, staffId: caller.account!.id }));
    },
  }),

  operation({
    method: "POST",
    path: `${TAX_RATES}/remove`,
    tag,
    summary: "Remove a rate of tax",
    access,
    right,
    refusals: { 404: "There is no such rate." },
    body: taxRateRemoval,
    answer: resultSchema,
    async handle({ body: { id }, caller }) {
      return answerRate(await removeTaxRate(writeDb, { id, staffId: caller.account!.id }));
    },
  }),

  operation({
    method: "POST",
    path: TAX_LIMITS,
    tag,
    summary: "Keep a limit of the tax law from a day on",
    description:
      "It stands in place of the one of the same kind and day. Returns of days before keep theirs.",
    access,
    right,
    body: taxLimitBody,
    answer: resultSchema,
    async handle({ body: limit, caller }) {
      return answerLimit(await saveTaxLimit(writeDb, { limit, staffId: caller.account!.id }));
    },
  }),

  operation({
    method: "POST",
    path: `${TAX_LIMITS}/remove`,
    tag,
    summary: "Remove a limit that the shop keeps",
    description: "The usual one of that day counts again.",
    access,
    right,
    refusals: { 404: "The shop keeps no such limit." },
    body: taxLimitRemoval,
    answer: resultSchema,
    async handle({ body, caller }) {
      return answerLimit(await removeTaxLimit(writeDb, { ...body, staffId: caller.account!.id }));
    },
  }),
];

/** The values, overridden by the given ones. */
function over(
  values: SettingsValues,
  given: { [Key in keyof SettingsValues]?: SettingsValues[Key] | undefined },
) {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...values, ...(Object.fromEntries(set) as Partial<SettingsValues>) };
}
