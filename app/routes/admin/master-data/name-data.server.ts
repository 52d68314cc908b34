import { data } from "react-router";
import { redirect } from "~/http/answers/redirect.server";
import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import type { CountedName } from "~/domain/catalogue/names/duplicates";
import { findFormer, mergedByName } from "~/domain/catalogue/names/former-names.server";
import { MASTER_DATA, type MasterDataEntity, type NamedRow } from "~/domain/kit/master-data";
import {
  allMasterData,
  findByName,
  findMasterData,
  readTrackingPages,
} from "~/domain/catalogue/names/master-data.server";
import { cleanName, nameKey } from "~/domain/catalogue/names/names";
import { countUses } from "~/domain/catalogue/names/uses.server";
import { findSimilar, findTwins } from "~/domain/front/merging/find-duplicates.server";
import { chooseOne, type MergePreview, noSuchName } from "~/domain/front/merging/merging";
import { findPair, previewMerge } from "~/domain/front/merging/preview-merge.server";
import { readParam, readTyped, TYPED_MAX, readId } from "~/domain/kit/search-params";

/** One screen serves every entity of master data; the URL says which. @throws 404 for another URL */
export function entityOf(pathname: string): MasterDataEntity {
  const entity = Object.values(MASTER_DATA).find(({ path }) => pathname === `/admin/${path}`);
  if (!entity) throw data(null, { status: 404 });
  return entity;
}

/**
 * The entry with this id.
 * @throws 404 if there is none; a redirect to the panel of the one that it was merged into
 */
export async function rowOf(
  entity: MasterDataEntity,
  url: URL,
  typed: string,
  panel: "edit" | "about" = "edit",
): Promise<NamedRow> {
  const id = parseId(typed);
  const row = id === null ? null : await findMasterData(readDb, entity, id);
  if (row) return row;
  const former = id === null ? null : await findFormer(readDb, entity, id);
  throw former?.into
    ? redirect(url.pathname + listHref(url.searchParams, { [panel]: former.into.id }))
    : data(null, { status: 404 });
}

/** The panel of ?edit=. @returns null without an id in the URL */
export async function readEdited(entity: MasterDataEntity, url: URL) {
  const typed = readParam(url.searchParams, "edit");
  if (typed === null) return null;
  const row = await rowOf(entity, url, typed);
  const uses = (await countUses(readDb, entity, [row.id]))(row.id);
  const pages = entity.hasTrackingPage ? await readTrackingPages(readDb, [row.id]) : null;
  const trackingPage = pages?.get(row.id) ?? null;
  return { ...row, uses, trackingPage, history: await readAudit(readDb, entity.key, row.id) };
}

/** The entry that ?confirm=delete-12 asks about. */
export async function readDeleted(entity: MasterDataEntity, url: URL): Promise<NamedRow | null> {
  const asked = parseConfirm(url.searchParams, ["delete"]);
  return asked && rowOf(entity, url, String(asked.id));
}

/** The panel of ?merge=12, with ?into=34 the preview; ?with= is the name typed in its form. */
export interface MergeData {
  row: NamedRow;
  typed: string;
  /** Why there is no preview, if something was chosen. */
  error: string | null;
  /** Names like the typed one, or that are probably the same. */
  similar: CountedName[];
  /** Names that the browser suggests. */
  names: string[];
  preview: MergePreview | null;
}

/** More would make the page too heavy; a name can be typed without being suggested. */
const NAMES_PROPOSED = 2_000;

export async function readMerge(entity: MasterDataEntity, url: URL): Promise<MergeData | null> {
  const params = url.searchParams;
  const merge = readParam(params, "merge");
  if (merge === null) return null;
  const row = await rowOf(entity, url, merge);
  const typed = cleanName(readTyped(params, "with", TYPED_MAX)).slice(0, entity.max);
  const chosen = await chosenId(entity, params, typed);
  const pair = chosen === null ? null : await findPair(readDb, entity, { fromId: row.id, intoId: chosen });
  if (pair?.ok) {
    const preview = await previewMerge(readDb, entity, pair);
    return { row, typed, error: null, similar: [], names: [], preview };
  }
  const similar =
    typed && chosen === null
      ? await findSimilar(readDb, entity, { q: typed, but: row.id })
      : await findTwins(readDb, entity, row);
  const names = (await allMasterData(readDb, entity)).filter(({ id }) => id !== row.id);
  return {
    row,
    typed,
    error: pair ? pair.message : whyNot(entity, params, typed, similar.length > 0),
    similar,
    names: names.slice(0, NAMES_PROPOSED).map(({ name }) => name),
    preview: null,
  };
}

/** The id in the URL, or the one of the typed name. */
async function chosenId(
  entity: MasterDataEntity,
  params: URLSearchParams,
  typed: string,
): Promise<number | null> {
  const id = readId(params, "into");
  if (id !== null || !typed) return id;
  const row =
    (await findByName(readDb, entity, typed)) ?? (await mergedByName(readDb, entity, nameKey(typed)));
  return row?.id ?? null;
}

function whyNot(entity: MasterDataEntity, params: URLSearchParams, typed: string, hasSimilar: boolean) {
  if (typed) return noSuchName(entity, typed, hasSimilar);
  return params.has("with") ? chooseOne(entity) : null;
}
