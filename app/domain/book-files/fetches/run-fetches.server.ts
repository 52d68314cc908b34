import { setTimeout } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import type { FetchFile } from "~/platform/public/fetch-public.server";
import { Forbidden, PostError } from "~/platform/public/post-to-public.server";
import {
  type CoverStore,
  findBookWithCover,
  saveCover,
} from "~/domain/catalogue/books/pictures/covers.server";
import { SAME_PICTURE } from "~/domain/catalogue/books/pictures/further-pictures";
import { addBookPicture } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { imageRefusal, NOT_STORED } from "~/domain/kit/images/images";
import { shortText } from "~/domain/kit/short-text";
import { AS_FETCHED } from "./picture-fetches";
import type { Put } from "./picture-fetches.server";

/** Fetches of one round. */
const AT_ONCE = 10;
/** Between two of them, so that no other shop's server is pressed. */
const PAUSE_MS = 200;
/** After each attempt that failed for a while, in minutes. */
const TRIED_AGAIN = [1, 10, 60, 360];
const PROBLEM_MAX = 300;

interface Work {
  fetch: FetchFile;
  store: CoverStore;
  stopping: AbortSignal;
}

interface Fetch {
  id: number;
  bulk_change_id: number;
  book_id: number;
  position: number;
  address: string;
  attempts: number;
}

/**
 * Background work: fetches the pictures that imports have named, one after the other. The first address of a book is its
 * cover, if it has none; the others become further pictures. A picture is decoded like an upload.
 * @returns how many addresses were asked
 */
export async function runPictureFetches(db: Db, work: Work, now = () => new Date()): Promise<number> {
  const due = await db
    .selectFrom("picture_fetches")
    .select(["id", "bulk_change_id", "book_id", "position", "address", "attempts"])
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", now().toISOString())
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  let asked = 0;
  for (const one of due) {
    if (work.stopping.aborted) break;
    if (asked > 0) await setTimeout(PAUSE_MS);
    await fetchOne(db, one, work, now());
    asked += 1;
  }
  return asked;
}

async function fetchOne(db: Db, one: Fetch, work: Work, now: Date): Promise<void> {
  const refuse = async (problem: string) => void (await mark(db, one.id, { state: "refused", problem }));
  const later = async (problem: string) => {
    const minutes = TRIED_AGAIN[one.attempts];
    if (minutes === undefined) return refuse(problem);
    const next_try_at = new Date(now.getTime() + minutes * 60_000).toISOString();
    await mark(db, one.id, { problem, attempts: one.attempts + 1, next_try_at });
  };
  const book = await findBookWithCover(db, one.book_id);
  if (!book) return;
  if (one.position === 0 && book.cover !== null) return refuse("The book has a cover already");
  let bytes: Buffer;
  try {
    const answer = await work.fetch(one.address);
    if (answer.status !== 200) {
      const problem = `The server answered with ${answer.status}`;
      return await (answer.status >= 500 || [408, 429].includes(answer.status) ? later : refuse)(problem);
    }
    bytes = answer.bytes;
  } catch (error) {
    if (!(error instanceof PostError)) throw error;
    return (error instanceof Forbidden ? refuse : later)(error.message);
  }
  const problem = await put(db, one, bytes, work.store, now);
  if (problem === null) return;
  const isPassing = problem === imageRefusal("busy") || problem === NOT_STORED;
  return isPassing ? later(problem) : refuse(problem);
}

/** Puts a picture on its book, and marks the fetch as done in the same transaction. @returns why not; null: it did */
async function put(db: Db, one: Fetch, bytes: Buffer, store: CoverStore, now: Date): Promise<string | null> {
  try {
    return await putOnBook(db, one, bytes, store, now);
  } catch (error) {
    if (error instanceof NotWanted) return null;
    throw error;
  }
}

/** Thrown in the transaction that puts a picture on its book, when the fetch was taken out of the queue meanwhile. */
class NotWanted extends Error {}

async function putOnBook(
  db: Db,
  one: Fetch,
  bytes: Buffer,
  store: CoverStore,
  now: Date,
): Promise<string | null> {
  const by = await importerOf(db, one.bulk_change_id);
  const done = async (trx: Db, what: Put) => {
    const isMarked = await mark(trx, one.id, { state: "done", problem: null, put: JSON.stringify(what) });
    if (!isMarked) throw new NotWanted();
  };
  if (one.position === 0) {
    const also = (trx: Db, { cover }: { cover: string | null }) => done(trx, { cover: cover! });
    const saved = await saveCover(db, { bookId: one.book_id, bytes, also, ...by }, store, now);
    return saved.ok ? null : saved.message;
  }
  const also = (trx: Db, { id }: { id: number }) => done(trx, { pictureId: id });
  const given = { bookId: one.book_id, bytes, fields: AS_FETCHED, also, ...by };
  const added = await addBookPicture(db, given, store, now);
  if (added.ok) return null;
  if (added.message !== SAME_PICTURE) return added.message;
  await mark(db, one.id, { state: "done", problem: null });
  return null;
}

/** Who imported the file: the pictures are theirs in the books' history. */
async function importerOf(db: Db, bulkId: number) {
  const { asked_by: staffId, asked_name: actor } = await db
    .selectFrom("bulk_changes")
    .select(["asked_by", "asked_name"])
    .where("id", "=", bulkId)
    .executeTakeFirstOrThrow();
  return { staffId, actor };
}

interface Mark {
  state?: "done" | "refused";
  problem: string | null;
  attempts?: number;
  next_try_at?: string;
  put?: string;
}

/** @returns whether the fetch is still in the queue */
async function mark(db: Db, id: number, { problem, ...set }: Mark): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("picture_fetches")
    .set({ ...set, problem: problem && shortText(problem, PROBLEM_MAX) })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
