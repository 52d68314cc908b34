import { data, type RouterContextProvider } from "react-router";
import { isDatabaseAway } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { DISK_FULL } from "~/domain/kit/failures";
import { readDb, writeDb } from "~/db/shop-database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { stopFetches } from "~/domain/book-files/fetches/stop-fetches.server";
import type { ImportRun, StepOutcome } from "~/domain/book-files/runs/import-run";
import { importNames, mappingToBegin } from "~/domain/book-files/runs/import-runs.server";
import {
  type Actor,
  cancelImport,
  chooseLayout,
  deleteImport,
  NO_TABLE,
  planRun,
  requestImport,
  undoImport,
} from "~/domain/book-files/runs/import-steps.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { logger } from "~/platform/logger.server";
import { textField } from "~/http/request/forms/read-form.server";
import type { ImportAnswer } from "./import-answer";
import { pictures } from "./import-words";
import { HEADING_ROW, readLayoutForm } from "./mapping/layout-form";
import { readMappingForm } from "./mapping/mapping-form";
import { readAnswers } from "./mapping/question-form";
import { readShortForms } from "./mapping/short-forms";

const IMPORTS = "/admin/imports";
export const importPath = (id: number) => `${IMPORTS}/${id}`;

export const actorOf = ({ id, firstName, lastName }: Account): Actor => ({
  id,
  name: `${firstName} ${lastName}`.trim(),
});

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  run: ImportRun;
  staff: Actor;
}

const refuse = (answer: ImportAnswer) => data(answer, { status: 400 });
const typedFields = (form: FormData) =>
  Object.fromEntries([...form.keys()].map((name) => [name, textField(form, name)]));

const AWAY = "The shop could not save this. Please try again in a moment.";

/** When the database is unavailable, the form comes back with what was typed. */
async function unlessAway<Done>(typed: Omit<ImportAnswer, "errors">, save: () => Promise<Done>) {
  try {
    return await save();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    logger.error({ err: error }, "an import could not be saved");
    const errors = { form: [isDiskFull(error) ? DISK_FULL : AWAY] };
    return data<ImportAnswer>({ ...typed, errors }, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/** Goes to the import's page; with a message when the step was not possible any more. */
function after({ context, run }: Post, outcome: StepOutcome, done?: string) {
  const page = importPath(run.id);
  if (!outcome.ok) return redirectWithFlash(context, page, { kind: "error", text: outcome.message });
  return done ? redirectWithFlash(context, page, { kind: "success", text: done }) : redirect(page, 303);
}

/** Answers the form of columns and mode: the file is checked with it. */
export async function answerMapping(post: Post) {
  const { form, run } = post;
  const mapping = await mappingToBegin(readDb, run);
  const read = readMappingForm((name) => textField(form, name), run, mapping);
  if (!read.ok) return refuse({ form: "plan", errors: read.errors, typed: typedFields(form) });
  return unlessAway({ form: "plan", typed: typedFields(form) }, async () =>
    after(post, await planRun(writeDb, run.id, read)),
  );
}

/** Answers the form of sheet and headings: the table is read anew. */
export async function answerLayout(post: Post) {
  const { form, run } = post;
  if (!run.layout) return after(post, { ok: false, message: NO_TABLE });
  const read = readLayoutForm((name) => textField(form, name), run.layout);
  const typed = typedFields(form);
  if (!read.ok) return refuse({ form: "layout", errors: read.errors, typed });
  return unlessAway({ form: "layout", typed }, async () => {
    const outcome = await chooseLayout(writeDb, run.id, read.wanted);
    if (!outcome.ok) return refuse({ form: "layout", errors: { [HEADING_ROW]: [outcome.message] }, typed });
    return after(post, outcome);
  });
}

const CHECKED_AGAIN = "The file was checked again meanwhile: see what it asks now";

/** Answers the form of questions: the file is checked again with the answers. */
export async function answerQuestions(post: Post) {
  const { form, run } = post;
  if (run.mode === null || run.mapping === null || textField(form, "checked") !== run.plannedAt)
    return after(post, { ok: false, message: CHECKED_AGAIN });
  const read = readAnswers((name) => textField(form, name), run.found, run.mapping);
  if (!read.ok) return refuse({ form: "answers", errors: read.errors, typed: typedFields(form) });
  const { mode } = run;
  const { mapping } = read;
  return unlessAway({ form: "answers", typed: typedFields(form) }, async () =>
    after(post, await planRun(writeDb, run.id, { mode, mapping })),
  );
}

/** Answers the form of short names: the file is checked again with them. */
export async function answerShortForms(post: Post) {
  const { form, run } = post;
  if (run.mode === null || run.mapping === null || textField(form, "checked") !== run.plannedAt)
    return after(post, {
      ok: false,
      message: "The file was checked again meanwhile: see what is too long now",
    });
  const { tooLong } = await importNames(readDb, run.id);
  const read = readShortForms((name) => textField(form, name), tooLong, run.mapping);
  if (!read.ok) return refuse({ form: "short", errors: read.errors, typed: typedFields(form) });
  const { mode } = run;
  const { mapping } = read;
  return unlessAway({ form: "short", typed: typedFields(form) }, async () =>
    after(post, await planRun(writeDb, run.id, { mode, mapping })),
  );
}

export async function answerImport(post: Post) {
  return after(post, await requestImport(writeDb, post.run.id, post.staff));
}

export async function answerCancel(post: Post) {
  return after(post, await cancelImport(writeDb, post.run.id, post.staff), "Cancelled");
}

export async function answerStopFetches(post: Post) {
  const outcome = await stopFetches(writeDb, post.run.id, post.staff);
  if (!outcome.ok) return after(post, outcome);
  return after(
    post,
    outcome,
    `Stopped: ${pictures(outcome.stopped)} ${outcome.stopped === 1 ? "is" : "are"} not fetched`,
  );
}

export async function answerUndo(post: Post) {
  return after(post, await undoImport(writeDb, post.run.id, post.staff));
}

export async function answerDelete(post: Post) {
  const outcome = await deleteImport(writeDb, post.run.id);
  if (!outcome.ok) return after(post, outcome);
  const text = `The import of ${post.run.fileName} is discarded`;
  return redirectWithFlash(post.context, IMPORTS, { kind: "success", text });
}
