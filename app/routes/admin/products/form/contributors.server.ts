import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addChoice, findChoice } from "~/domain/catalogue/books/lists/choices.server";
import { changeRows, personOf, type RowStep, rowsIn, writeRows } from "./contributor-rows";
import { answerWith, asTyped, type Post } from "./form-answer.server";

const UNKNOWN = (name: string) =>
  `Nobody is called “${name.trim()}”. Check the name, or add it as a new one.`;

/** Looks up the people named in the rows, for `parseBookForm`. @returns the messages for unknown names */
export async function choosePeople(form: FormData): Promise<Record<string, string[]>> {
  const rows = rowsIn(form);
  const people = await Promise.all(rows.map(({ name }) => findChoice(readDb, "authors", name)));
  writeRows(form, rows, (at) => people[at]?.id ?? 0);
  return Object.fromEntries(
    rows.flatMap(({ name }, at) => (people[at] || !name.trim() ? [] : [[personOf(at), [UNKNOWN(name)]]])),
  );
}

/** The buttons of the rows: nothing is saved, but for the person that -new adds to the authors. */
export async function changeContributors({ form, staffId }: Post, step: RowStep) {
  const typed = rowsIn(form);
  const changed = changeRows(step, typed);
  if (!changed) throw data("Unknown intent", { status: 400 });
  const answer = async (error: Record<string, string[]>, status: number) =>
    data(
      { ...(await answerWith(form, asTyped(form, error))), rows: changed.rows, focus: changed.focus },
      { status },
    );
  if (step.step === "new") {
    const added = await addChoice(writeDb, { kind: "authors", name: typed[step.at]!.name, staffId });
    if (!added.ok) return answer({ [personOf(step.at)]: [added.message] }, 400);
  }
  return answer({}, 200);
}
