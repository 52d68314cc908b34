import { data, type RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { listBooks } from "~/domain/catalogue/books/lists/catalogue.server";
import { type BlockContents, type BlockKind, declarationOf } from "~/domain/front/home/block-kinds";
import { saveBlock } from "~/domain/front/home/edit-blocks.server";
import { parseId } from "~/domain/kit/ids";
import { imageRefusal } from "~/domain/kit/images/images";
import { searchTerm } from "~/domain/kit/listing/listing";
import { altSchema } from "~/domain/shop/pictures/pictures.schema";
import { addPicture } from "~/domain/shop/pictures/pictures.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { textField } from "~/http/request/forms/read-form.server";
import { versionIn } from "../version-in";
import { type BlockAnswer, parseBlockForm } from "./block-answer";

/** A block's form as it was sent. */
export interface BlockPost {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  /** The picture's bytes; empty or absent: none was chosen. */
  file?: Uint8Array | undefined;
  /** The file was too large to be read. */
  isTooLarge?: boolean;
  staffId: number;
  kind: BlockKind;
  /** null: a new block. */
  id: number | null;
  closeTo: string;
}

const FOUND = 8;

/**
 * Answers a block's form. Intents: save-block; and those that only change the form, so that they work without scripts
 * and nothing typed is lost: find, pick-<book>, earlier-<book>, later-<book>, drop-<book>, upload.
 */
export async function answerBlock(post: BlockPost) {
  const { form } = post;
  if (post.isTooLarge) return refusePicture(post, imageRefusal("too-large"));
  const intent = textField(form, "intent");
  // Enter in the search box sends the form's first button, which saves: what was typed there is searched for first.
  const isSearch = textField(form, "find").trim() !== textField(form, "findAsked");
  if (intent === "find" || (intent === "save-block" && isSearch)) return find(post);
  const [, change, id] = /^(pick|earlier|later|drop)-(\d+)$/.exec(intent) ?? [];
  const bookId = parseId(id);
  if (change && bookId !== null) return changePicks(post, change, bookId);
  if (intent === "upload") return upload(post);
  if (intent === "save-block") return save(post);
  throw data("Unknown intent", { status: 400 });
}

async function save(post: BlockPost) {
  const { form, kind, id, staffId, context, closeTo } = post;
  if (post.file?.length) {
    const problem = await storePicture(post, post.file);
    if (problem !== null) return refusePicture(post, problem);
  }
  const submission = parseBlockForm(form, kind);
  if (submission.status !== "success") return answer(post, 400, { result: submission.reply() });
  const content = submission.value as BlockContents[BlockKind];
  const saved = await saveBlock(writeDb, { id, kind, content, revision: versionIn(form), staffId });
  if (saved.ok) {
    const text = `Saved in the draft: ${saved.name}`;
    return redirectWithFlash(context, closeTo, { kind: "success", text });
  }
  const { message } = saved;
  if (saved.reason === "full") return answer(post, 400, { message });
  const { clash } = saved;
  return answer(post, 409, { message, clash, revision: clash.revision });
}

/** The form again, with everything it contained. */
async function answer(post: BlockPost, status: number, more: Partial<BlockAnswer>) {
  const { form, kind } = post;
  const { initialValue } = parseBlockForm(form, kind).reply();
  const shown: BlockAnswer = {
    result: { status: "error", ...(initialValue && { initialValue }), error: {} },
    revision: versionIn(form),
    clash: null,
    message: null,
    picked: await titled(pickedIn(form)),
    found: null,
    find: "",
    pictureProblem: null,
    focus: null,
    ...more,
  };
  return data(shown, { status });
}

const MOST_PICKED = 100;

function pickedIn(form: FormData): number[] {
  const ids = form.getAll("books").map(parseId);
  return [...new Set(ids.filter((id) => id !== null))].slice(0, MOST_PICKED);
}

/** With their titles; hidden and unknown books are left out. */
async function titled(ids: number[]) {
  return (await bookCards(readDb, ids)).map(({ id, title }) => ({ id, title }));
}

async function find(post: BlockPost) {
  const { form } = post;
  const q = searchTerm(textField(form, "find"));
  if (!q) return answer(post, 200, { found: [], focus: "find-books" });
  const { books } = await listBooks(
    readDb,
    { ...NO_FILTERS, q, sort: "relevance" },
    { offset: 0, limit: FOUND },
  );
  const chosen = new Set(pickedIn(form));
  const found = books
    .filter(({ id }) => !chosen.has(id))
    .map(({ id, title, authors }) => ({ id, title, authors: authors.join(", ") }));
  return answer(post, 200, { found, find: q, focus: found[0] ? `pick-${found[0].id}` : "find-books" });
}

async function changePicks(post: BlockPost, change: string, bookId: number) {
  const before = pickedIn(post.form);
  const at = before.indexOf(bookId);
  const others = before.filter((id) => id !== bookId);
  if (change === "drop") return answer(post, 200, { picked: await titled(others), focus: "find-books" });
  if (change === "pick") {
    const field = declarationOf(post.kind).fields.books;
    if (field?.control === "books" && others.length >= field.most)
      return answer(post, 400, { message: `At most ${field.most} books can be chosen`, focus: "find-books" });
    return answer(post, 200, { picked: await titled([...others, bookId]), focus: "find-books" });
  }
  const to = Math.min(Math.max(change === "earlier" ? at - 1 : at + 1, 0), others.length);
  const picked = await titled(at < 0 ? before : others.toSpliced(to, 0, bookId));
  return answer(post, 200, { picked, focus: `picks-${change}-${bookId}` });
}

async function upload(post: BlockPost) {
  if (!post.file?.length) return refusePicture(post, "Please choose a picture");
  const problem = await storePicture(post, post.file);
  return problem === null ? answer(post, 200, { focus: "picture" }) : refusePicture(post, problem);
}

/** Stores the uploaded picture and chooses it in the form. @returns what is wrong with it; null: nothing */
async function storePicture({ form, staffId }: BlockPost, bytes: Uint8Array): Promise<string | null> {
  const alt = altSchema.safeParse(textField(form, "alt"));
  if (!alt.success) return alt.error.issues[0]!.message;
  const added = await addPicture(writeDb, { staffId, bytes, alt: alt.data }, config);
  if (!added.ok) return added.message;
  form.set("picture", String(added.picture.id));
  return null;
}

const refusePicture = (post: BlockPost, pictureProblem: string) =>
  answer(post, 400, { pictureProblem, focus: "picture-file" });
