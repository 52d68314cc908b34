import { setImmediate } from "node:timers/promises";
import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { catalogueVersion } from "../../catalogue/catalogue-memo.server";
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
import { advance, type BulkChange, goOn, type Running, TURN_BOOKS, TURN_MS, writerOf } from "./turns.server";
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
    const outcome = await work.reported(at);
    if (outcome === "added" || outcome === "changed") waiting.push({ position: at, book, outcome });
    if (waiting.length < TURN_BOOKS && position % REPORT_ROWS !== 0) continue;
    await work.write(waiting, position);
    waiting = [];
  }
  await work.write(waiting, position);
  await work.end();
}

interface PlannedRow {
  planned: PlannedBook;
  position: number;
  /** What the report says. */
  reported: PlanOutcome;
}

/** A planned batch, and the version of the catalogue for which it holds. */
interface Plan {
  books: PlannedRow[];
  names: CreatedNames;
  version: number;
}

class ImportWork {
  #bulk: BulkChange;
  #running: Running;
  #options: PlanOptions;
  #awaitedBy: AwaitedBy | null;
  #outcomes = new Map<number, PlanOutcome>();

  constructor(bulk: BulkChange, running: Running, awaitedBy: AwaitedBy | null) {
    this.#bulk = { ...bulk };
    this.#running = running;
    this.#options = planOptionsOf(bulk);
    this.#awaitedBy = awaitedBy;
  }

  /** What the report says about a row. */
  async reported(position: number): Promise<PlanOutcome | undefined> {
    if (!this.#outcomes.has(position)) {
      const rows = await this.#running.read
        .selectFrom("bulk_change_rows")
        .select(["position", "outcome"])
        .where("bulk_change_id", "=", this.#bulk.id)
        .where("position", ">=", position)
        .orderBy("position")
        .limit(REPORT_ROWS)
        .execute();
      this.#outcomes = new Map(rows.map((row) => [row.position, row.outcome]));
    }
    return this.#outcomes.get(position);
  }

  /** Writes these books in as many turns as they need. @param done rows of the file that are done afterwards */
  async write(books: Waiting[], done: number): Promise<void> {
    let plan: Plan = { books: [], names: new CreatedNames(), version: -1 };
    let rest = books;
    for (let plans = 0; rest.length > 0;) {
      goOn(this.#running);
      const { read, write } = this.#running;
      if (plan.version !== (await catalogueVersion(read)) && plans < MOST_PLANS) {
        plan = await this.#plan(read, rest);
        plans += 1;
      }
      const turn = await write.transaction().execute((trx) => this.#turn(trx, rest, plan, plans));
      if (turn) {
        Object.assign(this.#bulk, turn.counts);
        plan = turn.plan;
        rest = rest.slice(turn.count);
        plans = 0;
      }
      await setImmediate();
    }
    if (done <= this.#bulk.done) return;
    await advance(this.#running.write, this.#bulk, this.#running, { done });
    this.#bulk.done = done;
  }

  async #plan(db: Db, rest: Waiting[]): Promise<Plan> {
    const version = await catalogueVersion(db);
    const planner = new Planner(db, this.#options, this.#awaitedBy);
    const { books } = await planner.plan(rest.map(({ book }) => book));
    return {
      books: books.map((planned, index) => {
        const { position, outcome: reported } = rest[index]!;
        return { planned, position, reported };
      }),
      names: new CreatedNames(),
      version,
    };
  }

  /** @returns null when the catalogue has changed since the plan: nothing was written */
  async #turn(trx: Db, rest: Waiting[], planned: Plan, plans: number) {
    const now = new Date();
    const started = performance.now();
    const isCurrent = planned.version === (await catalogueVersion(trx));
    if (!isCurrent && plans < MOST_PLANS) return null;
    const plan = isCurrent ? planned : await this.#plan(trx, rest);
    const { added, changed, unchanged, refused } = this.#bulk;
    const counts = { added, changed, unchanged, refused };
    const sums = { written: this.#bulk.written, names_created: this.#bulk.names_created };
    let count = 0;
    for (const row of plan.books) {
      if (count > 0 && performance.now() - started > TURN_MS) break;
      const { isWritten, created } = await this.#writeOne(trx, row, plan.names, now);
      counts[row.reported] -= 1;
      counts[row.planned.outcome] += 1;
      sums.written += isWritten ? 1 : 0;
      sums.names_created += created;
      count += 1;
    }
    const done = plan.books[count - 1]!.position + 1;
    const all = { ...counts, ...sums, done };
    await advance(trx, this.#bulk, this.#running, all, now);
    const version = await catalogueVersion(trx);
    return { count, counts: all, plan: { ...plan, books: plan.books.slice(count), version } };
  }

  async #writeOne(trx: Db, { planned, position }: PlannedRow, names: CreatedNames, now: Date) {
    const { id: bulkId } = this.#bulk;
    const by = writerOf(this.#bulk);
    const isWritten = planned.outcome === "added" || planned.outcome === "changed";
    let set: Updateable<Tables["bulk_change_rows"]> = rowOfReport(bulkId, position, planned);
    let created = 0;
    if (isWritten) {
      created = await names.create(trx, { bulkId, missing: planned.missing, by }, now);
      const fields = planned.fields && names.replaceIn(planned.fields);
      set = { ...set, ...(await writePlanned(trx, { ...planned, fields }, by, now)), state: "written" };
      set = { ...set, ...(await writeLinks(trx, planned, set.book_id!, by, now)) };
      const { pictures: addresses } = planned;
      if (addresses.length > 0) await queueFetches(trx, { bulkId, bookId: set.book_id!, addresses }, now);
    }
    await trx
      .updateTable("bulk_change_rows")
      .set(set)
      .where("bulk_change_id", "=", bulkId)
      .where("position", "=", position)
      .execute();
    return { isWritten, created };
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
