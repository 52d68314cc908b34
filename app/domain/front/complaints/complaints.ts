/** Complaints: messages that the law sets times for (Consumer Protection (E-Commerce) Rules 2020, rule 4(5)). Browser-safe. */

import { formatDate, indianDate, indianDayStart } from "~/domain/kit/dates";

/** Within these the receipt of a complaint is confirmed, and it is settled. */
export const ACKNOWLEDGE_HOURS = 48;
export const SETTLE_DAYS = 30;

const HOUR_MS = 3_600_000;

/** What the times of a complaint depend on; ISO 8601. */
export interface Complaint {
  /** The message's id. */
  id: number;
  sentAt: string;
  acknowledgedAt: string | null;
  answeredAt: string | null;
}

/** e.g. "C-12". */
export const complaintNumber = (id: number): string => `C-${id}`;

/** The last day in India for settling it, e.g. "2026-12-27". */
export const settleBy = (sentAt: string): string => indianDate(new Date(sentAt), SETTLE_DAYS);

/** What came before these times, ISO 8601, and is not confirmed or not settled, is late. */
export const lateSince = (now: Date): { acknowledge: string; settle: string } => ({
  acknowledge: new Date(now.getTime() - ACKNOWLEDGE_HOURS * HOUR_MS).toISOString(),
  settle: indianDayStart(indianDate(now, -SETTLE_DAYS)).toISOString(),
});

/** Whether the shop has missed one of the two times. */
export function isLate({ sentAt, acknowledgedAt, answeredAt }: Omit<Complaint, "id">, now: Date): boolean {
  const { acknowledge, settle } = lateSince(now);
  if (answeredAt !== null) return false;
  return sentAt < settle || (acknowledgedAt === null && sentAt < acknowledge);
}

/** How far it is, for its sender and for staff. */
export function complaintState(complaint: Omit<Complaint, "id">): string {
  const { sentAt, acknowledgedAt, answeredAt } = complaint;
  if (answeredAt !== null) return `Settled on ${formatDate(answeredAt)}`;
  if (acknowledgedAt === null) return "Received";
  return `Received and confirmed; to be settled by ${formatDate(settleBy(sentAt))}`;
}

/** The sender's page about it. */
export const complaintPath = (token: string): string => `/complaints/${token}`;
