import path from "node:path";
import { ROOT } from "~/process/config.server";
import { childWorker } from "../child-worker.server";
import { logger } from "../logger.server";

export type PdfOutcome =
  | { ok: true; bytes: Uint8Array }
  /** `broken`: the template fails with this data. The other reasons are temporary. */
  | { ok: false; reason: "busy" | "slow" | "failed" | "broken" };

/**
 * Typesets a document.
 * @param template path of a Typst file (.typ) that reads `json(bytes(sys.inputs.data))` and uses only the shop's fonts
 * (`fonts/`)
 * @param data the document's data: the same data gives the same bytes
 * @param files pictures (JPEG or PNG) that the template can read by their names, e.g. `image("/logo.jpg")`
 */
export type MakePdf = (template: string, data: object, files?: TemplateFiles) => Promise<PdfOutcome>;

export type TemplateFiles = Readonly<Record<string, Uint8Array>>;

/** Like `MakePdf`, but makes one page as an SVG of outlines, which needs no fonts. */
export type DrawPage = MakePdf;

type Answer = { ok: true; bytes: Uint8Array } | { ok: false; detail: string };

const SECOND = 1000;
/** A usual document takes about 20 ms. */
const MOST_WAITING = 50;

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
  const setAs =
    (kind: "pdf" | "drawing"): MakePdf =>
    async (template, data, files) => {
      const outcome = await work({ template, data: JSON.stringify(data), kind, files });
      if (outcome.ok && outcome.answer.ok) return outcome.answer;
      const [reason, detail] = outcome.ok
        ? (["broken", outcome.answer] as const)
        : ([outcome.reason, outcome] as const);
      logger[reason === "busy" ? "warn" : "error"](
        { template: path.basename(template), reason, detail },
        "a document could not be made",
      );
      return { ok: false, reason };
    };
  return { makePdf: setAs("pdf"), drawPage: setAs("drawing") };
}

export const pdfMaker = (given: Limits = {}): MakePdf => typesetter(given).makePdf;

/** The shop's typesetter. */
export const { makePdf, drawPage } = typesetter();
