import type { Db } from "~/db/database.server";
import { formatDate, formatDateTime, indianDate } from "~/domain/kit/dates";
import { hasSecondFactor } from "~/domain/people/factors/second-factor.server";
import type { Gateway } from "~/domain/sales/gateways/gateway.server";
import type { NeededSetting } from "~/domain/shop/settings/seller";
import { SETTINGS_LABELS } from "~/domain/shop/settings/settings.schema";
import { readSettings, readSettingsStillNeeded } from "~/domain/shop/settings/settings.server";
import { readTestPurchases } from "~/domain/sales/payments/test-purchases.server";
import { type Check, keysOf, readChecks, readTestMail } from "./checks.server";
import { type LastBackup, readLastBackup } from "./last-backup.server";
import { OPENING_KEYS, type OpeningItem, type OpeningKey } from "./opening";

const DAY_MS = 86_400_000;
/** A backup older than this does not count. */
const BACKUP_DAYS = 8;

/** What the checklist needs to know besides the database. */
export interface OpeningSurroundings {
  gateway: Pick<Gateway, "name" | "keyId">;
  /** Warnings about the gateway's keys, e.g. that they are test keys. */
  gatewayNotes: string[];
  /** The URL that the gateway sends its messages to. */
  webhookUrl: string;
  /** The day on which terms or privacy notice last changed, e.g. "2026-11-21". */
  legalChangedOn: Promise<string>;
  dataDir: string;
}

type Found = Pick<OpeningItem, "isDone" | "why">;
const done = (why: string): Found => ({ isDone: true, why });
const open = (why: string): Found => ({ isDone: false, why });

/** Every item of the checklist, as found now in the shop's data. */
export async function readOpening(
  db: Db,
  around: OpeningSurroundings,
  now = new Date(),
): Promise<OpeningItem[]> {
  const [
    legalChangedOn,
    needed,
    settings,
    checks,
    lastBackup,
    carrier,
    inStore,
    received,
    bought,
    sent,
    second,
  ] = await Promise.all([
    around.legalChangedOn,
    readSettingsStillNeeded(db),
    readSettings(db),
    readChecks(db),
    readLastBackup(around.dataDir),
    carriers(db),
    books(db),
    webhook(db, around),
    purchase(db, around, now),
    mail(db),
    factors(db),
  ]);
  const found: Record<OpeningKey, Found> = {
    seller: seller(needed, settings.legalName || settings.shopName),
    shipping: shipping(needed),
    officer: settings.grievanceOfficer
      ? done(`${settings.grievanceOfficer} is named in the terms.`)
      : open("Name the person whom customers complain to: the E-Commerce Rules ask for it."),
    tax: tax(settings.gstin, checks.tax),
    legal: legal(checks.legal, legalChangedOn),
    carrier,
    books: inStore,
    keys: keys(checks.keys, around),
    webhook: received,
    purchase: bought,
    mail: sent,
    backup: backup(lastBackup, checks.backup, now),
    factors: second,
  };
  return OPENING_KEYS.map((key) => ({ key, ...found[key] }));
}

const isShipping = (key: NeededSetting) => key === "shippingThreshold" || key === "shippingFee";

function seller(needed: NeededSetting[], name: string): Found {
  const missing = needed.filter((key) => !isShipping(key)).map((key) => SETTINGS_LABELS[key]);
  if (missing.length > 0) return open(`Missing: ${missing.join(", ")}. Bills and terms name the seller.`);
  return done(`${name}, with address, email and phone.`);
}

function shipping(needed: NeededSetting[]): Found {
  return needed.some(isShipping)
    ? open("Save what delivery costs, and from what amount on it is free.")
    : done("The prices are saved.");
}

const byWhom = ({ who, at }: Check) => `${who ?? "somebody"} on ${formatDate(at)}`;

function tax(gstin: string, check: Check | undefined): Found {
  if (gstin) return done(`GSTIN ${gstin}.`);
  if (check) return done(`Not registered for GST, confirmed by ${byWhom(check)}.`);
  return open("Enter your GSTIN, or confirm that you are not registered. Printed books bear no GST.");
}

function legal(check: Check | undefined, changedOn: string): Found {
  if (!check)
    return open("Read both pages as your customers see them, then confirm that they fit your shop.");
  if (indianDate(new Date(check.at)) >= changedOn) return done(`Read by ${byWhom(check)}.`);
  return open(`One of the pages changed on ${formatDate(changedOn)}, after ${byWhom(check)} had read it.`);
}

async function carriers(db: Db): Promise<Found> {
  const row = await db.selectFrom("logistics_providers").select("name").limit(1).executeTakeFirst();
  return row ? done(`${row.name} takes your parcels.`) : open("Name who takes your parcels.");
}

async function books(db: Db): Promise<Found> {
  const row = await db
    .selectFrom("books")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("hidden", "=", 0)
    .executeTakeFirstOrThrow();
  if (row.count === 0) return open("Add the first book. Its publisher and language come first.");
  return done(row.count === 1 ? "1 book is in the store." : `${row.count} books are in the store.`);
}

function keys(check: Check | undefined, { gateway, gatewayNotes }: OpeningSurroundings): Found {
  const notes = gatewayNotes.map((note) => ` ${note}`).join("");
  if (!check) return open(`Test whether the payment service accepts the shop's keys.${notes}`);
  if (check.about !== keysOf(gateway))
    return open(`The keys have changed since ${byWhom(check)} tested them. Test them again.${notes}`);
  return { isDone: check.isOk, why: `${check.note} Tested by ${byWhom(check)}.${notes}` };
}

async function webhook(db: Db, { gateway, webhookUrl }: OpeningSurroundings): Promise<Found> {
  const last = await db
    .selectFrom("payment_events")
    .select("received_at")
    .where("gateway", "=", gateway.name)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (last) return done(`The last signed message came on ${formatDateTime(last.received_at)}.`);
  return open(
    `No signed message has come yet. Enter ${webhookUrl} in the payment service's dashboard, then make the test purchase.`,
  );
}

async function purchase(db: Db, { gateway }: OpeningSurroundings, now: Date): Promise<Found> {
  const own = (await readTestPurchases(db, now)).filter((one) => one.gateway === gateway.name);
  const last = own.find(({ state }) => state !== "open" && state !== "expired");
  switch (last?.state) {
    case "refunded":
      return done("One rupee was paid and refunded.");
    case "paid":
      return open("One rupee was paid. Refund it from the same page.");
    case "refunding":
      return open("One rupee was paid, and its refund is on its way.");
    case "refund_failed":
      return open("One rupee was paid, but its refund failed. Try it again.");
    default:
      return open("Pay one rupee as a customer would, and refund it.");
  }
}

async function mail(db: Db): Promise<Found> {
  const last = await readTestMail(db);
  if (!last) return open("Send yourself a test mail.");
  if (last.status === "sent" && last.sent_at)
    return done(`The test mail to ${last.recipient} left the shop on ${formatDateTime(last.sent_at)}.`);
  const why = last.last_error ? ` The mail server's answer: ${last.last_error}` : "";
  if (last.status === "failed") return open(`The test mail to ${last.recipient} could not be sent.${why}`);
  return open(`The test mail to ${last.recipient} is waiting to be sent.${why}`);
}

function backup(last: LastBackup | null, check: Check | undefined, now: Date): Found {
  const isOld = last !== null && now.getTime() - Date.parse(last.takenAt) > BACKUP_DAYS * DAY_MS;
  if (last && !isOld) {
    const when = `The last backup was made on ${formatDateTime(last.takenAt)}, in ${last.folder}.`;
    return last.problems > 0 ? open(`${when} It reported a problem: read what it printed.`) : done(when);
  }
  if (check) return done(`Made in another way, confirmed by ${byWhom(check)}.`);
  if (last) return open(`The last backup is older than a week: ${formatDateTime(last.takenAt)}.`);
  return open("Let the server run npm run backup every night, and keep the copies on another disk.");
}

async function factors(db: Db): Promise<Found> {
  const owners = await db
    .selectFrom("accounts")
    .select(["id", "first_name", "last_name"])
    .where("role", "=", "admin")
    .where("job", "=", "owner")
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
  const names = await Promise.all(
    owners.map(async ({ id, first_name, last_name }) =>
      (await hasSecondFactor(db, id)) ? [] : [`${first_name} ${last_name}`.trim()],
    ),
  );
  const without = names.flat();
  if (without.length === 0) return done("Every owner has a second step at login.");
  return open(
    `${without.join(", ")} can log in with a password alone. An owner may refund money and read addresses.`,
  );
}
