import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { type Choice, CHOICE_KINDS, type ChoiceKind, CHOICES } from "~/domain/catalogue/books/lists/choices";
import {
  addChoice,
  choicesById,
  findChoice,
  searchChoices,
} from "~/domain/catalogue/books/lists/choices.server";
import { isbnWarning } from "~/domain/catalogue/books/record/isbn";
import { nameKey } from "~/domain/catalogue/names/names";
import { addBook, updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { BOOK_CHANGED, type Clash } from "~/domain/catalogue/books/record/saved-book";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { answerWith, asTyped, idsOf, noMatches, type Post, seenIn, textOf } from "./form-answer.server";
import { choosePeople } from "./contributors.server";
import { type BookAnswer, CHOICE_FIELDS, parseBookForm } from "./book-answer";

/**
 * Chooses the author or tag named in a text box when the book is saved, so that no name is silently lost.
 * @returns the messages for unknown names
 */
async function chooseTypedNames(form: FormData): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const kind of CHOICE_KINDS) {
    const { ids, text } = CHOICE_FIELDS[kind];
    const name = textOf(form, text);
    if (!name) continue;
    const found = await findChoice(readDb, kind, name);
    if (found) {
      form.append(ids, String(found.id));
      form.delete(text);
    } else if (await isMatchTicked(form, kind, name)) {
      form.delete(text);
    } else {
      problems[ids] = [`No ${CHOICES[kind].one} is called “${name}”. Add it as a new one, or clear the box.`];
    }
  }
  return problems;
}

/** Whether one of the matches that were offered for this text has been ticked. */
async function isMatchTicked(form: FormData, kind: ChoiceKind, name: string): Promise<boolean> {
  if (textOf(form, `${CHOICE_FIELDS[kind].text}Asked`) !== name) return false;
  const chosen = await choicesById(readDb, kind, idsOf(form, kind));
  return chosen.some((choice) => nameKey(choice.name).includes(nameKey(name)));
}

/** Intent save-book. @param bookId null to add a book @param closeTo the list without the panel */
export async function saveBook({ context, form, staffId }: Post, bookId: number | null, closeTo: string) {
  const unknownNames = { ...(await chooseTypedNames(form)), ...(await choosePeople(form)) };
  const submission = parseBookForm(form);
  const refuse = async (status: number, problem: Parameters<typeof submission.reply>[0], clash?: Clash) => {
    const answer = await answerWith(form, submission.reply(problem));
    return data({ ...answer, ...(clash ? continueFrom(clash, answer) : {}) }, { status });
  };
  if (submission.status !== "success" || Object.keys(unknownNames).length > 0)
    return refuse(400, { fieldErrors: unknownNames });

  const fields = submission.value;
  const outcome =
    bookId === null
      ? await addBook(writeDb, { staffId, fields })
      : await updateBook(writeDb, { bookId, staffId, fields, seen: seenIn(form) });
  if (outcome.ok) {
    const saved = redirectWithFlash(context, closeTo, { kind: "success", text: outcome.message });
    const warning = isbnWarning(fields.isbn13 ?? "");
    if (warning) getRequestSession(context).flash({ kind: "info", text: warning });
    return saved;
  }
  if (outcome.reason === "unknown_book") throw data(null, { status: 404 });
  if (outcome.reason === "field") return refuse(400, { fieldErrors: { [outcome.field]: [outcome.message] } });
  const { clash } = outcome;
  const stock = [
    `The stock has changed meanwhile: it is ${clash.stock} now. Save again to set your number anyway.`,
  ];
  return refuse(
    409,
    { formErrors: [BOOK_CHANGED], ...(clash.stockMoved ? { fieldErrors: { stock } } : {}) },
    clash,
  );
}

/** The form continues from the stored version; the stock becomes the stored one, unless the user changed it. */
function continueFrom(clash: Clash, { seen, result }: BookAnswer): Partial<BookAnswer> {
  const typed = result.initialValue?.stock;
  const stock = Number(typed) === seen.stock ? String(clash.stock) : typed;
  return {
    clash,
    seen: { version: clash.version, stock: clash.stock },
    result: {
      ...result,
      initialValue: { ...result.initialValue, ...(stock === undefined ? {} : { stock }) },
    },
  };
}

/** Intents find-… and new-… of the form without scripts: the typed name becomes a chip, all else stays as it is. */
export async function addTypedName({ form, staffId }: Post, kind: ChoiceKind, isNew: boolean) {
  const { ids, text } = CHOICE_FIELDS[kind];
  const {
    one,
    entity: { required },
  } = CHOICES[kind];
  const name = textOf(form, text);
  const refuse = async (message: string, matches: Choice[] = []) => {
    const answer = await answerWith(form, asTyped(form, { [ids]: [message] }));
    return data({ ...answer, matches: { ...noMatches(), [kind]: matches }, focusOn: kind }, { status: 400 });
  };
  if (!name) return refuse(required);
  let found = isNew ? null : await findChoice(readDb, kind, name);
  if (isNew) {
    const added = await addChoice(writeDb, { kind, name, staffId });
    if (!added.ok) return refuse(added.message);
    found = added.choice;
  }
  if (!found) {
    const chosen = new Set(idsOf(form, kind));
    const matches = (await searchChoices(readDb, kind, name)).filter(({ id }) => !chosen.has(id));
    const hint =
      matches.length > 0 ? "Tick the right one, or add it as a new one." : "You can add it as a new one.";
    return refuse(`No ${one} is called “${name}”. ${hint}`, matches);
  }
  form.append(ids, String(found.id));
  form.delete(text);
  return data({ ...(await answerWith(form, asTyped(form))), focusOn: kind }, { status: 200 });
}
