import { createHash } from "node:crypto";
import path from "node:path";
import { ROOT } from "~/process/config.server";
import { childWorker } from "../child-worker.server";
import { logger } from "../logger.server";
import { sharedWork } from "../shared-work";

export type PdfOutcome =
  | { ok: true; bytes: Uint8Array }
  /** `broken`: the template fails with this data. The other reasons are temporary; `unwanted`: who asked has gone. */
  | { ok: false; reason: "busy" | "slow" | "failed" | "broken" | "unwanted" };

/** Who asks for a document, by account or address: at most `MOST_OF_ONE` of theirs are made or wait. */
export interface Asker {
  name: string;
  /** Aborted when they have gone. */
  signal: AbortSignal;
}

/**
 * Typesets a document: once at a time, however many ask for the same, and not at all when they have gone before its turn.
 * @param template path of a Typst file (.typ) that reads `json(bytes(sys.inputs.data))` and uses only the shop's fonts
 * (`fonts/`)
 * @param data the document's data: the same data gives the same bytes
 * @param files pictures (JPEG or PNG) that the template can read by their names, e.g. `image("/logo.jpg")`
 * @param asker left out: the shop itself, which waits to the end
 */
export type MakePdf = (
  template: string,
  data: object,
  files?: TemplateFiles,
  asker?: Asker,
) => Promise<PdfOutcome>;

export type TemplateFiles = Readonly<Record<string, Uint8Array>>;

/** Like `MakePdf`, but makes one page as an SVG of outlines, which needs no fonts. */
export type DrawPage = MakePdf;

type Answer = { ok: true; bytes: Uint8Array } | { ok: false; detail: string };

const SECOND = 1000;
/** A usual document takes about 20 ms. */
const MOST_WAITING = 50;
/** Of one asker; further ones are refused until one of them is made. */
export const MOST_OF_ONE = 10;

interface TypesetJob {
  template: string;
  data: string;
  kind: "pdf" | "drawing";
  files: TemplateFiles | undefined;
}

interface Limits {
  worker?: string;
  /** After this time the process is killed and the job fails. */
  timeLimitMs?: number;
  idleMs?: number;
}

/** Both functions share one process, which runs one job at a time. */
export function typesetter(given: Limits = {}): { makePdf: MakePdf; drawPage: DrawPage } {
  const work = childWorker<TypesetJob, Answer>({
    worker: given.worker ?? path.join(ROOT, "app/platform/pdf/pdf-worker.mjs"),
    timeLimitMs: given.timeLimitMs ?? 20 * SECOND,
    idleMs: given.idleMs ?? 60 * SECOND,
    mostWaiting: MOST_WAITING,
  });
  const jobs = sharedWork<PdfOutcome>();
  const askers = new Map<string, number>();
  const ofAsker = (name: string) => askers.get(name) ?? 0;

  async function set(job: TypesetJob, unwanted: AbortSignal): Promise<PdfOutcome> {
    const outcome = await work(job, unwanted);
    if (outcome.ok && outcome.answer.ok) return outcome.answer;
    const [reason, detail] = outcome.ok
      ? (["broken", outcome.answer] as const)
      : ([outcome.reason, outcome] as const);
    logger[reason === "busy" ? "warn" : "error"](
      { template: path.basename(job.template), reason, detail },
      "a document could not be made",
    );
    return { ok: false, reason };
  }

  /** Counts the job as one of who asked for it first. */
  async function counted(name: string, job: Promise<PdfOutcome>): Promise<PdfOutcome> {
    askers.set(name, ofAsker(name) + 1);
    try {
      return await job;
    } finally {
      askers.set(name, ofAsker(name) - 1);
      if (ofAsker(name) === 0) askers.delete(name);
    }
  }

  const setAs =
    (kind: "pdf" | "drawing"): MakePdf =>
    async (template, data, files, asker) => {
      const job = { template, data: JSON.stringify(data), kind, files };
      const key = keyOf(job);
      if (asker && !jobs.isUnderway(key) && ofAsker(asker.name) >= MOST_OF_ONE)
        return { ok: false, reason: "busy" };
      const make = (unwanted: AbortSignal) =>
        asker ? counted(asker.name, set(job, unwanted)) : set(job, unwanted);
      try {
        return await jobs.ask(key, make, asker?.signal);
      } catch (error) {
        if (!asker?.signal.aborted) throw error;
        return { ok: false, reason: "unwanted" };
      }
    };
  return { makePdf: setAs("pdf"), drawPage: setAs("drawing") };
}

/** Of everything that the document is made of. */
function keyOf({ template, data, kind, files = {} }: TypesetJob): string {
  const hash = createHash("sha256").update(JSON.stringify([kind, template, data]));
  for (const [name, bytes] of Object.entries(files))
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
  return hash.digest("base64url");
}

export const pdfMaker = (given: Limits = {}): MakePdf => typesetter(given).makePdf;

/** The shop's typesetter. */
export const { makePdf, drawPage } = typesetter();
