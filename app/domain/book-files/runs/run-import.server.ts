import { setImmediate } from "node:timers/promises";
import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import { updateRows } from "~/db/writing/many-rows.server";
import type { Tables } from "~/db/tables";
import { catalogueVersion } from "~/db/catalogue-version.server";
import type { ImportedBook } from "../imported-book";
import { queueFetches } from "../fetches/picture-fetches.server";
import type { PlannedBook, PlanOptions, PlanOutcome } from "../plan/plan";
import type { AwaitedBy } from "../plan/file-editions.server";
import { Planner } from "../plan/plan-import.server";
import { awaitedBy } from "./awaited-editions.server";
import { recordStep } from "./import-steps.server";
import { CreatedNames } from "./missing-names.server";
import { givenBooks, planOptionsOf, rowOfReport } from "./run-plan.server";
import { writeLinks } from "./written-links.server";
import {
  advance,
  type BulkChange,
  stopIfAsked,
  type Running,
  BATCH_BOOKS,
  BATCH_MS,
  writerOf,
} from "./batches.server";
import { writePlanned } from "./write-planned.server";

/** Rows of the report that are read at once. */
const REPORT_ROWS = 500;
/** After so many attempts the catalogue is held while a batch is planned. */
const MOST_PLANS = 3;

interface Waiting {
  position: number;
  book: ImportedBook;
  /** What the report says. */
  outcome: PlanOutcome;
}

/** A row of the report: what becomes of it, and its book as the check saw it. */
interface Reported {
  outcome: PlanOutcome;
  seen: ImportedBook["seen"];
}

/**
 * Writes the books that the report wants to add or change, from the first row that was not done. A book is planned again
 * just before it is written, so that what happened since the report counts. @throws {UnreadableFile}
 */
export async function runImport(bulk: BulkChange, running: Running): Promise<void> {
  const work = new ImportWork(bulk, running, await awaitedBy(running.read, bulk.id));
  let position = 0;
  let waiting: Waiting[] = [];
  for await (const book of givenBooks(bulk, running)) {
    const at = position++;
    if (position % 100 === 0) await setImmediate();
    if (at < bulk.done) continue;
    const { outcome, seen } = (await work.reported(at)) ?? {};
    if (outcome === "added" || outcome === "changed")
      waiting.push({ position: at, book: seen && !book.seen ? { ...book, seen } : book, outcome });
    if (waiting.length < BATCH_BOOKS.most && position % REPORT_ROWS !== 0) continue;
    await work.write(waiting, position);
    waiting = [];
  }
  await work.write(waiting, position);
  await work.end();
}

/** A planned batch, and the version of the catalogue for which it holds. */
interface Plan {
  books: PlannedBook[];
  version: number;
}

class ImportWork {
  #bulk: BulkChange;
  #running: Running;
  #options: PlanOptions;
  #awaitedBy: AwaitedBy | null;
  #reported = new Map<number, Reported>();
  /** Books of the next batch: as many as fit into its time, after the last one's. */
  #size = BATCH_BOOKS.first;

  constructor(bulk: BulkChange, running: Running, awaitedBy: AwaitedBy | null) {
    this.#bulk = { ...bulk };
    this.#running = running;
    this.#options = planOptionsOf(bulk);
    this.#awaitedBy = awaitedBy;
  }

  /** What the report says about a row. */
  async reported(position: number): Promise<Reported | undefined> {
    if (!this.#reported.has(position)) {
      const rows = await this.#running.read
        .selectFrom("bulk_change_rows")
        .select(["position", "outcome", "stock", "version"])
        .where("bulk_change_id", "=", this.#bulk.id)
        .where("position", ">=", position)
        .orderBy("position")
        .limit(REPORT_ROWS)
        .execute();
      this.#reported = new Map(
        rows.map(({ position: at, outcome, stock, version }) => {
          const seen = stock !== null && version !== null ? { stock, version } : undefined;
          return [at, { outcome, seen }];
        }),
      );
    }
    return this.#reported.get(position);
  }

  /** Writes these books in as many batches as they need. @param done rows of the file that are done afterwards */
  async write(books: Waiting[], done: number): Promise<void> {
    let rest = books;
    for (let plans = 0; rest.length > 0;) {
      stopIfAsked(this.#running);
      const { read, write } = this.#running;
      const some = rest.slice(0, this.#size);
      const plan = plans < MOST_PLANS ? await this.#plan(read, some) : null;
      plans += 1;
      let heldFrom = 0;
      const counts = await write.transaction().execute((trx) => {
        heldFrom = performance.now();
        return this.#batch(trx, some, plan);
      });
      if (counts) {
        Object.assign(this.#bulk, counts);
        rest = rest.slice(some.length);
        plans = 0;
        this.#fit(some.length, performance.now() - heldFrom);
      }
      await setImmediate();
    }
    if (done <= this.#bulk.done) return;
    await advance(this.#running.write, this.#bulk, this.#running, { done });
    this.#bulk.done = done;
  }

  /** Chooses the size of the next batch. @param ms that a batch of so many books took, with its commit */
  #fit(books: number, ms: number) {
    const fitting = Math.floor((books * BATCH_MS) / ms);
    // The last batch of a part of the file may be small by chance.
    if (books === this.#size || fitting < this.#size)
      this.#size = Math.max(BATCH_BOOKS.least, Math.min(BATCH_BOOKS.most, 2 * this.#size, fitting));
  }

  async #plan(db: Db, rest: Waiting[]): Promise<Plan> {
    const version = await catalogueVersion(db);
    const planner = new Planner(db, this.#options, this.#awaitedBy);
    const { books } = await planner.plan(rest.map(({ book }) => book));
    return { books, version };
  }

  /**
   * @param planned null: to be planned in the transaction
   * @returns how far the import is; null when the catalogue has changed since the plan: nothing was written
   */
  async #batch(trx: Db, rows: Waiting[], planned: Plan | null) {
    const now = new Date();
    if (planned && planned.version !== (await catalogueVersion(trx))) return null;
    const { books } = planned ?? (await this.#plan(trx, rows));
    const { added, changed, unchanged, refused } = this.#bulk;
    const counts = { added, changed, unchanged, refused };
    for (const [at, { outcome }] of books.entries()) {
      counts[rows[at]!.outcome] -= 1;
      counts[outcome] += 1;
    }
    const { written, created } = await this.#write(trx, books, rows, now);
    const sums = {
      written: this.#bulk.written + written,
      names_created: this.#bulk.names_created + created,
    };
    const all = { ...counts, ...sums, done: rows.at(-1)!.position + 1 };
    await advance(trx, this.#bulk, this.#running, all, now);
    return all;
  }

  /** Writes planned books, and what became of them into their rows of the report. */
  async #write(trx: Db, books: PlannedBook[], rows: Waiting[], now: Date) {
    const { id: bulkId } = this.#bulk;
    const by = writerOf(this.#bulk);
    const writing = books.filter(({ outcome }) => outcome === "added" || outcome === "changed");
    const names = new CreatedNames();
    const missing = writing.flatMap((book) => book.missing);
    const created = await names.create(trx, { bulkId, missing, by }, now);
    const complete = writing.map((book) => ({
      ...book,
      fields: book.fields && names.replaceIn(book.fields),
    }));
    const became = await writePlanned(trx, complete, by, now);
    const ofBook = new Map<PlannedBook, Updateable<Tables["bulk_change_rows"]>>();
    // A row links with those before it.
    for (const [at, book] of writing.entries()) if (book.edition) book.edition.id = became[at]!.book_id!;
    for (const [at, book] of writing.entries()) {
      const links = await writeLinks(trx, book, became[at]!.book_id!, by, now);
      ofBook.set(book, { ...became[at]!, ...links, state: "written" });
    }
    const fetches = writing.map(({ pictures }, at) => ({
      bookId: became[at]!.book_id!,
      addresses: pictures,
    }));
    await queueFetches(trx, bulkId, fetches, now);
    await updateRows(
      trx,
      "bulk_change_rows",
      books.map((book, at) => {
        const { bulk_change_id, position, ...row } = rowOfReport(bulkId, rows[at]!.position, book);
        return { where: { bulk_change_id, position }, set: { ...row, ...ofBook.get(book) } };
      }),
    );
    return { written: writing.length, created };
  }

  async end(): Promise<void> {
    const { id, added, changed, unchanged, refused, names_created } = this.#bulk;
    const now = new Date();
    await this.#running.write.transaction().execute(async (trx) => {
      await advance(trx, this.#bulk, this.#running, { status: "imported", ended_at: now.toISOString() }, now);
      const { staffId, actor } = writerOf(this.#bulk);
      const counts = { Added: added, Changed: changed, Unchanged: unchanged, Refused: refused };
      const after = { ...counts, "Names created": names_created };
      await recordStep(trx, id, { id: staffId, name: actor }, { action: "finished", after }, now);
    });
  }
}
