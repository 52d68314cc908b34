import { readDb } from "~/db/shop-database.server";
import { fetchesOf } from "~/domain/book-files/fetches/picture-fetches.server";
import type { PlanOutcome } from "~/domain/book-files/plan/plan";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { importNames, importRows, mappingToBegin } from "~/domain/book-files/runs/import-runs.server";
import { importSamples } from "~/domain/book-files/runs/import-samples.server";
import { lackingValues } from "~/domain/book-files/runs/lacking-values.server";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { mappingFields } from "./mapping/mapping-form";
import { OUTCOMES } from "./import-words";

/** What the form of columns and mode shows: as it was given for this file, else for the last one with the same heading. */
export async function readMapping(run: ImportRun) {
  const mapping = await mappingToBegin(readDb, run);
  return {
    samples: await importSamples(readDb, run.id),
    lacking: await lackingValues(readDb, run.id, mapping),
    fields: mappingFields(run, mapping, run.mode),
  };
}

export type Report = NonNullable<Awaited<ReturnType<typeof readReport>>>;

/** The report of the check, or of the import: `outcome` and `left` in the address filter it. null: there is none. */
export async function readReport(run: ImportRun, params: URLSearchParams) {
  if (!run.hasReport) return null;
  const outcome = (Object.keys(OUTCOMES) as PlanOutcome[]).find(
    (one) => one === readParam(params, "outcome"),
  );
  const isLeft = params.has("left") && run.notUndone > 0;
  const { page } = parseListSearch(params);
  return {
    outcome: outcome ?? null,
    isLeft,
    list: await importRows(readDb, run.id, isLeft ? { page, state: "left" } : { page, outcome }),
    names: await importNames(readDb, run.id),
    fetches: await fetchesOf(readDb, run.id),
  };
}
