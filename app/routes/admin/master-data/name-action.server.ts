import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { listHref } from "~/domain/kit/listing/listing";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import { saveMasterData } from "~/domain/catalogue/names/master-data.server";
import { deleteName } from "~/domain/front/merging/delete-name.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readParam, readId } from "~/domain/kit/search-params";
import { rowOf } from "./name-data.server";

interface Post {
  context: Readonly<RouterContextProvider>;
  url: URL;
  entity: MasterDataEntity;
  form: FormData;
  staffId: number;
}

const closeTo = ({ url }: Post) => url.pathname + listHref(url.searchParams);

/** The form of ?add= and ?edit=. */
export async function saveName(post: Post) {
  const { context, url, entity, form, staffId } = post;
  const edit = readParam(url.searchParams, "edit");
  const id = edit === null ? null : (await rowOf(entity, url, edit)).id;
  const submission = parseWithZod(form, { schema: masterDataSchema(entity) });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const { name, trackingPage } = submission.value;
  // An empty field is read as absent.
  const page = form.has("trackingPage") ? (trackingPage ?? null) : undefined;
  const saved = await saveMasterData(writeDb, entity, { id, name, trackingPage: page, staffId });
  if (!saved.ok) return refusal.field("name", saved.message);
  return redirectWithFlash(context, closeTo(post), { kind: "success", text: saved.message });
}

/** @throws 404 for a text that is no id */
function idIn(form: FormData, name: string): number {
  const id = parseId(form.get(name));
  if (id === null) throw data(null, { status: 404 });
  return id;
}

/** The dialog of ?confirm=delete-12. */
export async function answerDelete(post: Post) {
  const { context, entity, form, staffId } = post;
  const { ok, message: text } = await deleteName(writeDb, entity, { id: idIn(form, "id"), staffId });
  return redirectWithFlash(context, closeTo(post), { kind: ok ? "success" : "error", text });
}

/** The preview of ?merge=12&into=34. Where another name can be chosen, the panel says why it must be. */
export async function answerMerge(post: Post) {
  const { context, url, entity, form, staffId } = post;
  const [fromId, intoId] = [readId(url.searchParams, "merge"), idIn(form, "into")];
  if (fromId === null) throw data(null, { status: 404 });
  const merged = await mergeNames(writeDb, entity, { fromId, intoId, staffId });
  const { ok, message: text } = merged;
  const to =
    !ok && merged.reason === "target"
      ? url.pathname + listHref(url.searchParams, { merge: fromId })
      : closeTo(post);
  return redirectWithFlash(context, to, { kind: ok ? "success" : "error", text });
}
