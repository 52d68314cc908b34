import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { changePlan } from "~/domain/sales/delivery/plan-changes.server";
import type { EditPlan } from "~/domain/sales/delivery/plan-edits";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { textField } from "~/http/request/forms/read-form.server";

/** The answer to a form of the delivery plan that was not saved. */
export interface PlanAnswer {
  /** Which of the page's forms was sent. */
  part: string;
  result: SubmissionResult<string[]>;
  /** The plan's version for the next attempt to save. */
  version: number;
}

interface Change {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
  part: string;
  edit: EditPlan;
  /** What was typed, as the form shows it again. */
  typed: object;
  /** The form's field of a plan's one; "" for none. */
  field?: (path: string) => string;
  done: { to: string; text: string };
}

/** Changes the plan as a form says: 303 with a message; or 400 with the form, 409 after somebody else's change. */
export async function answerChange({ context, form, staffId, part, edit, typed, field, done }: Change) {
  const version = versionOf(form);
  const outcome = await changePlan(writeDb, { edit, version, by: staffId });
  if (outcome.ok) return redirectWithFlash(context, done.to, { kind: "success", text: done.text });
  if (outcome.reason === "gone") throw data(outcome.message, { status: 404 });
  const error: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(outcome.errors)) {
    const name = field?.(path) ?? "";
    error[name] = [...new Set([...(error[name] ?? []), ...messages])];
  }
  if (outcome.reason === "changed") error[""] = [outcome.message];
  return refuse(part, typed, error, outcome.version, outcome.reason === "changed" ? 409 : 400);
}

/** The form again, with sentences at its fields; under "" those about the form as a whole. */
export function refuse(
  part: string,
  typed: object,
  error: Record<string, string[]>,
  version: number,
  status = 400,
) {
  const answer: PlanAnswer = {
    part,
    result: { status: "error", error, initialValue: { ...typed } },
    version,
  };
  return data(answer, { status });
}

/** The form as it was sent, with another look, such as more rows. */
export const shownAgain = (part: string, typed: object, version: number): PlanAnswer => ({
  part,
  result: { initialValue: { ...typed } },
  version,
});

/** The version of the plan that the form showed; 0 when it has none. */
export function versionOf(form: FormData): number {
  const text = textField(form, "version");
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
