import { config } from "~/config.server";
import { isDatabaseAway, type ShopDatabase } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import type { CoverStore } from "../../catalogue/covers.server";
import { DISK_FULL, UnreadableFile } from "../import-limits";
import { importPictures, planPictures } from "../pictures/run-pictures.server";
import { undoPictures } from "../pictures/undo-pictures.server";
import { recordStep } from "./import-steps.server";
import { runImport } from "./run-import.server";
import { runPlan } from "./run-plan.server";
import { runUndo } from "./run-undo.server";
import {
  advance,
  type BulkChange,
  type DeleteName,
  release,
  type Running,
  Stopped,
  takeTurn,
  writerOf,
} from "./turns.server";

/** Who works at imports in the shop's own process. */
export const SHOP_HOLDER = "shop";

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
  deleteName?: DeleteName;
}

type Step = (bulk: BulkChange, running: Running) => Promise<void>;

const STEPS = { planning: runPlan, importing: runImport, undoing: runUndo };
const PICTURE_STEPS = { planning: planPictures, importing: importPictures, undoing: undoPictures };

/**
 * Background work: does the step of the import whose turn it is, to its end.
 * @returns how many imports were worked at
 */
export async function runImports(
  { read, write, whileManyChange }: Pick<ShopDatabase, "read" | "write" | "whileManyChange">,
  { dir, store = config, holder = SHOP_HOLDER, stopping, only, deleteName }: Work,
): Promise<number> {
  const bulk = await takeTurn(write, holder, only);
  if (!bulk) return 0;
  const running: Running = { read, write, dir, store, holder, stopping, deleteName };
  try {
    const steps: Record<string, Step> = bulk.format === "pictures" ? PICTURE_STEPS : STEPS;
    const step = steps[bulk.status]!;
    await (bulk.status === "planning" ? step(bulk, running) : whileManyChange(() => step(bulk, running)));
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

function unlessStopped(error: unknown) {
  if (!(error instanceof Stopped)) throw error;
}

/** What was written stays; the import can go on from there. */
async function fail(bulk: BulkChange, running: Running, error: unknown) {
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
  return "Something went wrong in the shop. Its log says what.";
}
