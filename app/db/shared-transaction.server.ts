import { setImmediate } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { type Db, isDatabaseAway } from "./database.server";

interface Job {
  work(trx: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const MOST_AT_ONCE = 64;
/** How long a write waits for others that come turn after turn. */
const GATHER_MS = 15;
/** Requests begin in every second turn of the event loop when many wait (http/listeners/fair-turns.ts). */
const QUIET_TURNS = 3;
const BEGIN_JOB = CompiledQuery.raw("savepoint job");
const UNDO_JOB = CompiledQuery.raw("rollback to job");
const END_JOB = CompiledQuery.raw("release job");
const waiting = new WeakMap<Db, Job[]>();

/**
 * Runs a short write that may share its commit with those of other requests: writes that wait while one transaction
 * runs are put into the next one together, and are all answered after its commit. An error rolls back only its own work.
 * As durable as separate transactions, with one flush to disk instead of many.
 * @param db the write connection, not a transaction
 * @param work as in `db.transaction().execute(…)`; it must await nothing but the database, and runs once more if that of
 *   another request failed beside it
 */
export function sharedTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const job = { work, resolve: resolve as Job["resolve"], reject };
    const queue = waiting.get(db);
    if (queue) {
      queue.push(job);
      return;
    }
    waiting.set(db, [job]);
    void workOff(db);
  });
}

async function workOff(db: Db): Promise<void> {
  const queue = waiting.get(db)!;
  while (queue.length > 0) {
    await gather(queue);
    const jobs = queue.splice(0, MOST_AT_ONCE);
    try {
      await commit(db, jobs);
    } catch (error) {
      // Nothing of the batch was committed.
      jobs.forEach((job) => job.reject(error));
    }
  }
  waiting.delete(db);
}

/** Almost never does one fail: only then are they run again, each in a savepoint, which take a third of the statements. */
async function commit(db: Db, jobs: Job[]): Promise<void> {
  let answers: (() => void)[];
  try {
    answers = await db.transaction().execute((trx) => runTogether(trx, jobs));
  } catch (error) {
    if (jobs.length === 1 || isDatabaseAway(error)) throw error;
    answers = await db.transaction().execute((trx) => runEach(trx, jobs));
  }
  answers.forEach((answer) => answer());
}

/** @returns for each job a function that answers its request, to be called after the commit */
async function runTogether(trx: Db, jobs: Job[]): Promise<(() => void)[]> {
  const answers: (() => void)[] = [];
  for (const job of jobs) {
    const value = await job.work(trx);
    answers.push(() => job.resolve(value));
  }
  return answers;
}

/**
 * Waits while the turns of the event loop bring further writes: a commit waits for the disk, whatever it holds. A write
 * that comes alone waits for some empty turns, which is no time.
 */
async function gather(queue: Job[]): Promise<void> {
  const began = performance.now();
  let quiet = 0;
  while (quiet < QUIET_TURNS && queue.length < MOST_AT_ONCE && performance.now() - began < GATHER_MS) {
    const before = queue.length;
    await setImmediate();
    quiet = queue.length > before ? 0 : quiet + 1;
  }
}

/** The same, each in a savepoint. */
async function runEach(trx: Db, jobs: Job[]): Promise<(() => void)[]> {
  const answers: (() => void)[] = [];
  for (const job of jobs) {
    await trx.executeQuery(BEGIN_JOB);
    try {
      const value = await job.work(trx);
      answers.push(() => job.resolve(value));
    } catch (error) {
      // E.g. a full disk: SQLite may have ended the whole transaction.
      if (isDatabaseAway(error)) throw error;
      await trx.executeQuery(UNDO_JOB);
      answers.push(() => job.reject(error));
    }
    await trx.executeQuery(END_JOB);
  }
  return answers;
}
