import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readSuccessor, setSuccessor } from "~/domain/catalogue/books/successors.server";
import type { SuccessorData } from "~/domain/catalogue/books/successors";
import { parseId } from "~/domain/kit/ids";
import { readParam, readTyped, readId } from "~/domain/kit/search-params";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Post } from "./form/form-answer.server";

const MAX_TYPED = 100;

/** The panel of ?successor=12, with ?find= what it searches for. @throws 404 when there is no such book */
export async function readSuccessorPanel(params: URLSearchParams): Promise<SuccessorData | null> {
  const asked = readParam(params, "successor");
  if (asked === null) return null;
  const id = parseId(asked);
  const typed = params.has("find") ? readTyped(params, "find", MAX_TYPED).trim() : null;
  const panel = id === null ? null : await readSuccessor(readDb, id, typed);
  if (!panel) throw data(null, { status: 404 });
  return panel;
}

/** Intents set-successor and clear-successor of the panel. @param closeTo the list without the panel */
export async function answerSuccessor(
  { context, form, staffId }: Post,
  params: URLSearchParams,
  closeTo: string,
) {
  const bookId = readId(params, "successor");
  const isCleared = form.get("intent") === "clear-successor";
  const successorId = isCleared ? null : parseId(form.get("successorId"));
  if (bookId === null || (successorId === null && !isCleared)) throw data(null, { status: 404 });
  const outcome = await setSuccessor(writeDb, { bookId, successorId, staffId });
  if (outcome.ok) return redirectWithFlash(context, closeTo, { kind: "success", text: outcome.message });
  if (outcome.reason === "unknown") throw data(null, { status: 404 });
  return data({ successorError: outcome.message }, { status: 400 });
}
