import { formatDate, formatDateTime, isPlainDate } from "../dates";
import type { AuditValue } from "./audit";

/** A cover's file name is a hash of its content, which means nothing to a reader. */
const COVER_FILE = /^[0-9a-f]{16,20}\.webp$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value of the audit log as people read it. @param isNew whether it is the value after the change */
export function shownValue(value: AuditValue, isNew = false): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || "–";
  if (typeof value !== "string") return String(value);
  if (COVER_FILE.test(value)) return isNew ? "a new picture" : "a picture";
  if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(value);
  return isPlainDate(value) ? formatDate(value) : value;
}
