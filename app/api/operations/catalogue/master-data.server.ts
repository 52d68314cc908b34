import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listJson, listToJson } from "~/domain/kit/listing/listing.json.ts";
import { listBodySchema } from "~/domain/kit/listing/listing.schema";
import { folderOf, hasPages, type PagedEntity } from "~/domain/catalogue/names/paged-entities";
import { MASTER_DATA, type MasterDataEntity, type NamedRow, usedBy } from "~/domain/kit/master-data";
import { nameSchema, trackingPageSchema } from "~/domain/catalogue/names/master-data.schema";
import { rowJson, rowToJson } from "~/domain/catalogue/names/master-data.json.ts";
import {
  allMasterData,
  listMasterData,
  readTrackingPages,
  saveMasterData,
} from "~/domain/catalogue/names/master-data.server";
import { deleteName } from "~/domain/front/merging/delete-name.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { mergePreviewJson, mergePreviewToJson } from "~/domain/front/merging/merging.json.ts";
import { findPair, previewMerge } from "~/domain/front/merging/preview-merge.server";
import { findNamePath } from "~/domain/catalogue/names/name-books.server";
import { PAGE_SAVED } from "~/domain/catalogue/names/name-pages";
import { namePageJson, namePageToJson } from "~/domain/catalogue/names/name-pages.json.ts";
import { NAME_PAGE_MAX, namePageSchema } from "~/domain/catalogue/names/name-pages.schema";
import { readNamePages, saveNamePage } from "~/domain/catalogue/names/name-pages.server";
import {
  ApiError,
  done,
  idField,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";

const TRACKING_PAGE = "https://carrier.example/track?id={number}";

const tag = "Master data";
const access = "staff";

/** The calls of one entity: the whole list, a page of it, and saving. */
function callsOf(entity: MasterDataEntity) {
  const { label, listTitle, max, api } = entity;
  const what = label.toLowerCase();
  const schemaId = label.replaceAll(" ", "");
  const savedFields: Record<string, z.ZodType> = {
    [api.id]: z
      .number()
      .int()
      .optional()
      .meta({ description: "Of the saved entry.", examples: [7] }),
  };
  const toJson = (row: Parameters<typeof rowToJson>[1]) => rowToJson(entity, row);
  return [
    operation({
      method: "GET",
      path: `/${api.path}/all`,
      tag,
      summary: `${listTitle}: all, by name`,
      access,
      right: entity.right,
      answer: z.array(rowJson(entity)),
      handle: async () => (await allMasterData(readDb, entity)).map(toJson),
    }),

    operation({
      method: "POST",
      path: `/${api.path}/admin/all`,
      tag,
      summary: `${listTitle}: page by page`,
      description: "Names that contain searchText; in the order of the alphabet unless sorted.",
      access,
      right: entity.right,
      body: listBodySchema({ [api.sortField]: "title" as const }),
      answer: listJson(listedJson(entity)).meta({ id: `${schemaId}Page` }),
      async handle({ body, caller: { session } }) {
        const list = await listMasterData(readDb, entity, body);
        const rows = await withPages(entity, list.rows, session.origin);
        return listToJson({ ...list, rows }, body.page, (row) => row);
      },
    }),

    operation({
      method: "POST",
      path: `/${api.path}`,
      tag,
      summary: `Add or change: ${what}`,
      description: "Refused when the name exists already, whatever its letter case and spacing.",
      access,
      right: entity.right,
      refusals: { 404: "There is nothing with this id." },
      body: z
        .object({
          [api.id]: idField.nullish().meta({ description: "0 or left out: adds a new one.", examples: [0] }),
          [api.name]: nameSchema(entity).meta({
            minLength: 1,
            maxLength: max,
            override: { examples: [api.example] },
          }),
          ...(entity.hasTrackingPage && {
            trackingPage: trackingPageSchema.nullish().meta({
              description:
                "The https address of its page for one parcel, with {number} once in place of the tracking number. Empty or null: none; left out: as it was.",
              examples: [TRACKING_PAGE],
            }),
          }),
        })
        .transform((body: Record<string, unknown>) => ({
          id: Number(body[api.id]) || null,
          name: String(body[api.name]),
          trackingPage: body.trackingPage as string | null | undefined,
        })),
      answer: resultSchema.extend(savedFields).meta({ id: `${schemaId}Saved` }),
      async handle({ body, caller: { account } }) {
        const saved = await saveMasterData(writeDb, entity, { ...body, staffId: account!.id });
        if (saved.ok) return { ...done(saved.message), [api.id]: saved.id };
        if (saved.reason === "unknown") throw new ApiError(404, saved.message);
        return refused(saved.message, { [api.name]: [saved.message] });
      },
    }),
    ...(hasPages(entity) ? [pageCallOf(entity)] : []),
    ...cleaningCallsOf(entity),
  ];
}

/** A row of the list; of carriers with their tracking pages, of names that have pages in the store with what these say. */
function listedJson(entity: MasterDataEntity): z.ZodType<object, object> {
  const row = rowJson(entity) as unknown as z.ZodObject;
  if (entity.hasTrackingPage)
    return row
      .extend({
        trackingPage: z
          .string()
          .nullable()
          .meta({ description: "null: none.", examples: [TRACKING_PAGE] }),
      })
      .meta({ id: `${entity.label.replaceAll(" ", "")}WithTracking` });
  if (!hasPages(entity)) return row;
  return row.extend(namePageJson).meta({ id: `${entity.label.replaceAll(" ", "")}WithPage` });
}

async function withPages(entity: MasterDataEntity, rows: NamedRow[], origin: string): Promise<object[]> {
  if (entity.hasTrackingPage) {
    const pages = await readTrackingPages(
      readDb,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...rowToJson<MasterDataEntity>(entity, row),
      trackingPage: pages.get(row.id) ?? null,
    }));
  }
  if (!hasPages(entity)) return rows.map((row) => rowToJson<MasterDataEntity>(entity, row));
  const pageOf = await readNamePages(
    readDb,
    entity,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...rowToJson<MasterDataEntity>(entity, row),
      ...namePageToJson(pageOf(row.id), await findNamePath(readDb, folderOf(entity), row.id), origin),
    })),
  );
}

/** The call that saves what is told about a name. */
function pageCallOf(entity: PagedEntity) {
  const { api } = entity;
  return operation({
    method: "POST",
    path: `/${api.path}/admin/{${api.id}}/page`,
    tag,
    summary: `Save native name, text and website of its page in the store: ${entity.label.toLowerCase()}`,
    access,
    right: entity.right,
    params: z.object({ [api.id]: idParam }),
    refusals: { 404: "There is nothing with this id." },
    body: z.object({
      nativeName: namePageSchema.shape.nativeName.meta({
        override: { type: "string", maxLength: NAME_PAGE_MAX.nativeName, examples: ["রবীন্দ্রনাথ ঠাকুর"] },
      }),
      text: namePageSchema.shape.text.meta({
        override: { type: "string", maxLength: NAME_PAGE_MAX.text, examples: ["Born in Calcutta in 1861."] },
      }),
      website: namePageSchema.shape.website.meta({
        override: { type: "string", maxLength: NAME_PAGE_MAX.website, examples: ["https://example.in"] },
      }),
    }),
    answer: resultSchema,
    async handle({ params: path, body: page, caller: { account } }) {
      const id = Number(path[api.id]);
      if (!(await saveNamePage(writeDb, entity, { id, staffId: account!.id, page })))
        notFound(`${entity.label} not found`);
      return done(PAGE_SAVED);
    },
  });
}

/** The calls that delete an unused entry, and that merge two. */
function cleaningCallsOf(entity: MasterDataEntity) {
  const { label, api } = entity;
  const users = usedBy(entity);
  const params = z.object({ [api.id]: idParam });
  const pair = params.extend({ into: idParam });
  const idsIn = (path: Record<string, number>) => ({ fromId: path[api.id]!, intoId: path.into! });
  const shared = {
    tag,
    access,
    right: entity.right,
    params,
    refusals: { 404: "There is nothing with this id." },
  } as const;
  const what = label.toLowerCase();
  return [
    operation({
      ...shared,
      method: "POST",
      path: `/${api.path}/admin/{${api.id}}/deletion`,
      summary: `Delete: ${what}`,
      description: `Refused while ${users} or the home page use it. Its id is not used again.`,
      answer: resultSchema,
      async handle({ params: path, caller: { account } }) {
        const gone = await deleteName(writeDb, entity, { id: Number(path[api.id]), staffId: account!.id });
        if (gone.ok) return done(gone.message);
        return gone.reason === "unknown" ? notFound(gone.message) : refused(gone.message);
      },
    }),

    operation({
      ...shared,
      method: "GET",
      path: `/${api.path}/admin/{${api.id}}/merge/{into}`,
      summary: `What a merge would change: ${what}`,
      params: pair,
      answer: mergePreviewJson,
      async handle({ params: path }) {
        const found = await findPair(readDb, entity, idsIn(path));
        if (!found.ok) return notFound(found.message);
        return mergePreviewToJson(await previewMerge(readDb, entity, found));
      },
    }),

    operation({
      ...shared,
      method: "POST",
      path: `/${api.path}/admin/{${api.id}}/merge/{into}`,
      summary: `Merge into another one: ${what}`,
      description: `The one with the id into stays. All ${users} that name it name the other one from then on, and it is deleted. Its id and its name lead to the one that stays. This cannot be undone.`,
      params: pair,
      answer: resultSchema
        .extend({
          changed: z
            .number()
            .int()
            .optional()
            .meta({ description: `How many ${users} changed.`, examples: [12] }),
        })
        .meta({ id: `${label.replaceAll(" ", "")}Merged` }),
      async handle({ params: path, caller: { account } }) {
        const merged = await mergeNames(writeDb, entity, { ...idsIn(path), staffId: account!.id });
        if (merged.ok) return { ...done(merged.message), changed: merged.changed };
        if (merged.reason === "gone") return notFound(merged.message);
        return refused(merged.message);
      },
    }),
  ];
}

/** The names that books and orders refer to (docs/specification.md §7). */
export const masterData = Object.values<MasterDataEntity>(MASTER_DATA).flatMap(callsOf);
