import { beside } from "~/db/writing/beside.server";
import Bowser from "bowser";
import type { Db } from "~/db/database.server";
import { endSessionsOf } from "./sessions.server";

/** Where an account is logged in: a browser, or a program that uses the JSON API. Times ISO 8601. */
export interface Device {
  kind: "browser" | "app";
  /** For `endDevice`; cannot be used to log in. */
  key: string;
  /** E.g. "Firefox on Android". */
  name: string;
  signedInAt: string;
  /** To the hour, for browsers. */
  lastSeenAt: string;
  isThisOne: boolean;
}

/**
 * Where the account is logged in: this device first, then by when last seen (DPDP Act 2023, section 11: people may
 * see what is stored about them).
 * @param thisSession the SHA-256 of the current session's id
 */
export async function listDevices(
  db: Db,
  accountId: number,
  thisSession: string | null,
  now = new Date(),
): Promise<Device[]> {
  const [sessions, families] = await Promise.all([
    db
      .selectFrom("sessions")
      .select(["id_hash", "user_agent", "created_at", "last_seen_at"])
      .where("account_id", "=", accountId)
      .where("expires_at", ">", now.toISOString())
      .execute(),
    db
      .selectFrom("refresh_families as f")
      .innerJoin("refresh_tokens as t", "t.family_id", "f.id")
      .select(["f.id", "f.user_agent", "f.created_at"])
      .select((eb) => eb.fn.max("t.created_at").as("last_seen_at"))
      .where("f.account_id", "=", accountId)
      .groupBy("f.id")
      .having((eb) => eb.fn.max("t.expires_at"), ">", now.toISOString())
      .execute(),
  ]);
  const devices = [
    ...sessions.map((row) => ({
      ...shared(row, "browser"),
      key: row.id_hash,
      isThisOne: row.id_hash === thisSession,
    })),
    ...families.map((row) => ({ ...shared(row, "app"), key: String(row.id), isThisOne: false })),
  ];
  return devices.sort(
    (a, b) => Number(b.isThisOne) - Number(a.isThisOne) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
}

const shared = (
  row: { user_agent: string; created_at: string; last_seen_at: string },
  kind: Device["kind"],
) => ({
  kind,
  name: deviceName(row.user_agent, kind),
  signedInAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

/** A readable name of a device. @param userAgent as the device sent it; may be anything */
export function deviceName(userAgent: string, kind: Device["kind"] = "browser"): string {
  const unknown = kind === "app" ? "An app" : "An unknown browser";
  if (userAgent.trim() === "") return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  // Programs put their name first, e.g. "KitabApp/2.1 (…)".
  return browser.name || /^[\w .-]{2,40}(?=\/|$)/.exec(userAgent)?.[0] || unknown;
}

/** Logs out one of the account's own devices. @returns false when the account has no such device */
export async function endDevice(
  db: Db,
  accountId: number,
  { kind, key }: Pick<Device, "kind" | "key">,
): Promise<boolean> {
  const ended =
    kind === "browser"
      ? await db
          .deleteFrom("sessions")
          .where("id_hash", "=", key)
          .where("account_id", "=", accountId)
          .executeTakeFirst()
      : await db
          .deleteFrom("refresh_families")
          .where("id", "=", Number(key))
          .where("account_id", "=", accountId)
          .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

/** 'Sign out everywhere else'. @param thisSession the SHA-256 of the session that stays */
export async function endOtherDevices(db: Db, accountId: number, thisSession: string | null): Promise<void> {
  await beside(db, (trx) => endSessionsOf(trx, accountId, thisSession ?? undefined));
}
