import type { Answers, ImportMapping } from "~/domain/book-files/mapping";
import { ROW_ANSWERS, waysOf } from "~/domain/book-files/plan/questions";
import type { Found } from "~/domain/book-files/runs/found";
import type { FormErrors } from "./mapping-form";

/** The name of the field for a column's question, by its place in the list. */
export const columnQuestionField = (index: number) => `reading-${index}`;
export const rowQuestionField = (kind: keyof Answers) => `answer-${kind}`;
/** Such rows stay out. */
export const UNANSWERED = "none";

const WRONG = ["Choose one of the list"];

/**
 * Reads the answers. A question that got none stays as it is.
 * @param text the form's field as typed @param found what the form asked @param kept the mapping so far
 */
export function readAnswers(
  text: (name: string) => string,
  { columns, rows }: Found,
  kept: ImportMapping,
): { ok: true; mapping: ImportMapping } | { ok: false; errors: FormErrors } {
  const errors: FormErrors = {};
  const readings = structuredClone(kept.readings);
  for (const [index, question] of columns.entries()) {
    const way = text(columnQuestionField(index));
    if (!way) continue;
    if (!waysOf(question).includes(way)) errors[columnQuestionField(index)] = WRONG;
    else readings[question.heading] = { ...readings[question.heading], [question.kind]: way };
  }
  const answers: Record<string, string> = { ...kept.answers };
  for (const { kind } of rows) {
    const answer = text(rowQuestionField(kind));
    if (!answer) continue;
    if (answer === UNANSWERED) delete answers[kind];
    else if ((ROW_ANSWERS[kind] as readonly string[]).includes(answer)) answers[kind] = answer;
    else errors[rowQuestionField(kind)] = WRONG;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, mapping: { ...kept, readings, answers: answers as Answers } };
}
