import { expressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { Tables } from "~/db/tables";
import { config } from "~/process/config.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { readAudit, recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { INVENTED_SELLER, type NeededSetting, settingsStillNeeded, withoutInventedSeller } from "./seller";
import type { LookSetting, Settings } from "./settings";
import { OF_TRANSFERS, transferProblems } from "./transfer";
import {
  SETTINGS_KEYS,
  SETTINGS_LABELS,
  type SettingsKey,
  settingText,
  type SettingsValues,
} from "./settings.schema";

function defaults(): Settings {
  return {
    shopName: config.STORE_NAME,
    logo: null,
    logoAlone: false,
    accent: null,
    displayFace: "eczar",
    icon: null,
    ...(config.isDemo ? INVENTED_SELLER : { supportEmail: "", supportPhone: "", postalAddress: "" }),
    shippingThreshold: 100,
    shippingFee: 100,
    taxRate: 0,
    hsn: "4901",
    aboveFiveCrore: "no",
    gstin: "",
    invoicePrefix: "",
    reservationMinutes: config.RESERVATION_MINUTES,
    lowStockMark: 5,
    mostCopies: 10,
    mostUnpaidOrders: 2,
    legalName: "",
    grievanceOfficer: "",
    grievanceEmail: "",
    grievancePhone: "",
    returnDays: 10,
    deliveryDays: 7,
    codConfirmHours: 24,
    codOpenPerCustomer: 3,
    codOpenPerPhone: 3,
    codForPreorders: "no",
    transferOn: "no",
    transferName: "",
    transferAccount: "",
    transferIfsc: "",
    transferUpi: "",
    transferDays: 5,
  };
}

const storedRows = prepared((db) => db.selectFrom("settings").select(["key", "value"]));

/** The saved settings; in a live shop without the invented seller, which may remain from a demo shop. */
async function readStored(db: Db): Promise<Partial<Settings>> {
  const rows = await storedRows(db, {});
  const stored = Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value) as unknown]));
  return config.isDemo ? stored : withoutInventedSeller(stored);
}

/** The shop's settings: the saved ones, defaults for the rest. */
export async function readSettings(db: Db): Promise<Settings> {
  return { ...defaults(), ...(await readStored(db)) };
}

/** The saved limit as a column for queries that read a book anyway: an addition to a cart then needs one query less. */
export const storedMostCopies = expressionBuilder<Tables>()
  .selectFrom("settings")
  .select("value")
  .where("key", "=", "mostCopies")
  .as("stored_most_copies");

/** How many copies of one book a cart may hold. @param row with the column `storedMostCopies` */
export function mostCopiesOf(row: { stored_most_copies: string | null }): number {
  return row.stored_most_copies === null ? defaults().mostCopies : Number(JSON.parse(row.stored_most_copies));
}

/** The settings that staff must still save before a live shop takes orders. A demo shop needs none. */
export async function readSettingsStillNeeded(db: Db): Promise<NeededSetting[]> {
  return config.isDemo ? [] : settingsStillNeeded(await readStored(db), config.isNamed);
}

/** The settings that name the seller, in every legal text (`legalFacts`). */
const OF_THE_SELLER: (keyof Settings)[] = [
  "shopName",
  "supportEmail",
  "supportPhone",
  "postalAddress",
  "gstin",
  "legalName",
  "grievanceOfficer",
  "grievanceEmail",
  "grievancePhone",
];

/** All settings that appear in the terms. */
const IN_THE_TERMS: (keyof Settings)[] = [
  ...OF_THE_SELLER,
  "shippingThreshold",
  "shippingFee",
  "taxRate",
  "reservationMinutes",
  "returnDays",
];

/**
 * The date in India on which a legal text last changed: its words, or a setting that appears in it.
 * @param text the date of its words, e.g. "2026-11-21"
 * @param settings all: the shop's own terms; seller: texts that only name the seller
 */
export async function legalTextChangedOn(db: Db, text: string, settings: "all" | "seller"): Promise<string> {
  const { time } = await db
    .selectFrom("settings")
    .select((eb) => eb.fn.max("updated_at").as("time"))
    .where("key", "in", settings === "all" ? IN_THE_TERMS : OF_THE_SELLER)
    .executeTakeFirstOrThrow();
  const setting = time === null ? "" : indianDate(new Date(time));
  return setting > text ? setting : text;
}

/** When a setting got the value that it has; null: it was never saved. */
export async function changedAt(db: Db, key: keyof Settings): Promise<Date | null> {
  const row = await db.selectFrom("settings").select("updated_at").where("key", "=", key).executeTakeFirst();
  return row ? new Date(row.updated_at) : null;
}

/** The values that the form shows. Minutes from the environment may be fractions; the form has whole minutes. */
export function settingsValues(settings: Settings): SettingsValues {
  const values = Object.fromEntries(
    SETTINGS_KEYS.map((key) => [key, settings[key]]),
  ) as unknown as SettingsValues;
  return { ...values, reservationMinutes: Math.max(1, Math.round(values.reservationMinutes)) };
}

export type SaveSettingsOutcome =
  | { ok: true }
  /**
   * Nothing was saved: somebody else has changed a field that this form changes too, or fields do not fit each other.
   */
  | {
      ok: false;
      /** Messages by field. */
      messages: Partial<Record<SettingsKey, string>>;
      /** The changes by others, field by field, or what is missing. */
      summary: string;
      /** The current values, to be shown next. */
      current: SettingsValues;
      /** The fields that this form changes. */
      changed: SettingsKey[];
    };

/**
 * Writes only the fields that differ from what the form showed, so that changes of other fields by others are kept.
 * @param given.shown the values that the form was filled with; a missing field counts as changed by somebody else,
 *   except one that a live shop still needs
 */
export async function saveSettings(
  db: Db,
  given: { staffId: number; values: SettingsValues; shown: Partial<SettingsValues> },
  now = new Date(),
): Promise<SaveSettingsOutcome> {
  const { staffId, values, shown } = given;
  return db.transaction().execute(async (trx): Promise<SaveSettingsOutcome> => {
    const current = settingsValues(await readSettings(trx));
    // These were never saved, so nobody else has changed them; if saved with the default value they count as set.
    const unset: SettingsKey[] = await readSettingsStillNeeded(trx);
    const changed = SETTINGS_KEYS.filter((key) => values[key] !== shown[key]);
    const changedByOthers = SETTINGS_KEYS.filter(
      (key) => current[key] !== shown[key] && !unset.includes(key),
    );
    const disputed = changed.filter((key) => changedByOthers.includes(key) && values[key] !== current[key]);
    if (disputed.length > 0) {
      const clash = await describeClash(trx, changedByOthers, current, disputed);
      return { ok: false, ...clash, current, changed };
    }
    const missing = changed.some((key) => OF_TRANSFERS.includes(key))
      ? transferProblems({ ...current, ...pick(values, changed) })
      : {};
    if (Object.keys(missing).length > 0) {
      const summary = "Nothing is saved yet: please say where customers send the money.";
      return { ok: false, messages: missing, summary, current, changed };
    }
    const written = changed.filter((key) => values[key] !== current[key] || unset.includes(key));
    const replaced = written.filter((key) => !unset.includes(key));
    await writeSettings(trx, staffId, pick(values, written), now, {
      before: shownValues(current, replaced),
      after: shownValues(values, written),
    });
    return { ok: true };
  });
}

/**
 * Writes settings of the look, with their entry in the record. @param trx an open transaction
 * @param named their values before and after, in words
 */
export function writeLook(
  trx: Db,
  staffId: number,
  values: Partial<Pick<Settings, LookSetting>>,
  now: Date,
  named: { before: AuditFields; after: AuditFields },
): Promise<void> {
  return writeSettings(trx, staffId, values, now, named, "look");
}

async function writeSettings(
  trx: Db,
  staffId: number,
  values: Partial<Settings>,
  now: Date,
  named: { before: AuditFields; after: AuditFields },
  subject: "settings" | "look" = "settings",
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    updated_at: now.toISOString(),
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto("settings")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({
        value: eb.ref("excluded.value"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
  await recordAudit(trx, { staffId, subject, subjectId: 0, action: "updated", ...named }, now);
}

const pick = (values: SettingsValues, keys: SettingsKey[]): Partial<SettingsValues> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));

/** For display: money in rupees, rates in per cent. */
function shownValue(values: SettingsValues, key: SettingsKey): string {
  if (key === "shippingFee" || key === "shippingThreshold") return formatRupees(values[key]);
  return key === "taxRate" ? `${settingText(values, key)} %` : settingText(values, key);
}

const shownValues = (values: SettingsValues, keys: SettingsKey[]): AuditFields =>
  Object.fromEntries(keys.map((key) => [SETTINGS_LABELS[key], shownValue(values, key)]));

async function describeClash(
  trx: Db,
  changedByOthers: SettingsKey[],
  current: SettingsValues,
  disputed: SettingsKey[],
): Promise<{ messages: Partial<Record<SettingsKey, string>>; summary: string }> {
  const history = await readAudit(trx, "settings", 0);
  const who = (key: SettingsKey) =>
    history.find((entry) => entry.changes.some((change) => change.field === SETTINGS_LABELS[key]))?.who ??
    "somebody else";
  const messages = Object.fromEntries(
    disputed.map((key) => [
      key,
      `Changed meanwhile by ${who(key)} to “${shownValue(current, key)}”. Save again to replace that.`,
    ]),
  );
  const list = changedByOthers.map((key) => `${SETTINGS_LABELS[key]} (${who(key)})`).join(", ");
  return { messages, summary: `Nothing is saved yet. Changed meanwhile by others: ${list}.` };
}
