import { config } from "~/process/config.server";
import { type Db, isDatabaseAway, type ShopDatabase } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import { lastEntryOf } from "~/domain/kit/audit/audit.server";
import { asOneEntry } from "~/domain/kit/audit/whole-entry.server";
import type { CoverStore } from "~/domain/catalogue/books/pictures/covers.server";
import { DISK_FULL, OUT_OF_MEMORY, UnreadableFile } from "../import-limits";
import { importPictures, planPictures } from "../pictures/run-pictures.server";
import { undoPictures } from "../pictures/undo-pictures.server";
import { recordStep } from "./import-steps.server";
import { runImport } from "./run-import.server";
import { runPlan } from "./run-plan.server";
import { runUndo } from "./run-undo.server";
import {
  advance,
  type BulkChange,
  nextRun,
  holderName,
  release,
  type Running,
  Stopped,
  claimRun,
  writerOf,
} from "./batches.server";

/** Who works at imports in this process or thread of the shop. */
const SHOP_HOLDER = holderName(randomToken(9));

interface Work {
  /** The folder of uploaded files. */
  dir: string;
  /** The shop's own by default. */
  store?: CoverStore;
  /** Who works: the shop, or a command beside it. */
  holder?: string;
  stopping: AbortSignal;
  /** The import to work at, whoever is waiting. */
  only?: number;
}

type Step = (bulk: BulkChange, running: Running) => Promise<void>;

const STEPS = { planning: runPlan, importing: runImport, undoing: runUndo };
const PICTURE_STEPS = { planning: planPictures, importing: importPictures, undoing: undoPictures };

/**
 * Background work: does the step of the next import, to its end.
 * @returns how many imports were worked at
 */
export async function runImports(
  { read, write }: Pick<ShopDatabase, "read" | "write">,
  { dir, store = config, holder = SHOP_HOLDER, stopping, only }: Work,
): Promise<number> {
  const bulk = await claimRun(write, holder, only);
  if (!bulk) return 0;
  const running: Running = { read, write, dir, store, holder, stopping };
  try {
    const steps: Record<string, Step> = bulk.format === "pictures" ? PICTURE_STEPS : STEPS;
    const whole = await lastEntryOf(write, "import", bulk.id);
    await asOneEntry(whole, () => steps[bulk.status]!(bulk, running));
  } catch (error) {
    if (!(error instanceof Stopped)) await fail(bulk, running, error).catch(unlessStopped);
  }
  await release(bulk, running);
  if (bulk.status !== "planning") {
    wake("stock-alerts");
    wake("moved-releases");
    wake("picture-fetches");
  }
  return 1;
}

/** Whether `runImports` has something to do. */
export const isImportWaiting = async (db: Db, holder = SHOP_HOLDER): Promise<boolean> =>
  (await nextRun(db, holder)) !== null;

/**
 * For when who worked at imports is gone, by an error that nobody could catch: the import at which it worked has failed.
 * @param holder who worked
 */
export async function failImport(
  { read, write }: Pick<ShopDatabase, "read" | "write">,
  error: unknown,
  holder = SHOP_HOLDER,
): Promise<void> {
  const bulk = await claimRun(write, holder);
  if (!bulk) return;
  await fail(bulk, { read, write, holder }, error).catch(unlessStopped);
  await release(bulk, { write, holder });
}

function unlessStopped(error: unknown) {
  if (!(error instanceof Stopped)) throw error;
}

/** What was written stays; the import can go on from there. */
async function fail(bulk: BulkChange, running: Pick<Running, "read" | "write" | "holder">, error: unknown) {
  const problem = problemOf(error);
  if (!(error instanceof UnreadableFile))
    logger.error({ err: error, importId: bulk.id }, "an import failed in the middle");
  const now = new Date();
  await running.write.transaction().execute(async (trx) => {
    const set = { status: "failed", problem, ended_at: now.toISOString() } as const;
    await advance(trx, bulk, running, set, now);
    const { staffId, actor } = writerOf(bulk);
    await recordStep(
      trx,
      bulk.id,
      { id: staffId, name: actor },
      { action: "failed", after: { Problem: problem } },
      now,
    );
  });
}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOENT") return "The uploaded file is gone from the shop's data folder. Upload it again.";
  if (code === "ENOSPC" || isDatabaseAway(error)) return DISK_FULL;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return OUT_OF_MEMORY;
  return "Something went wrong in the shop. Its log says what.";
}
