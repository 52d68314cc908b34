import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
import { hasPages, type PagedEntity } from "~/domain/catalogue/names/paged-entities";
import { imageRefusal } from "~/domain/kit/images/images";
import { listHref } from "~/domain/kit/listing/listing";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { PAGE_SAVED } from "~/domain/catalogue/names/name-pages";
import { namePageSchema } from "~/domain/catalogue/names/name-pages.schema";
import {
  removeAuthorPicture,
  saveNamePage,
  setAuthorPicture,
} from "~/domain/catalogue/names/name-pages.server";
import { altSchema } from "~/domain/shop/pictures/pictures.schema";
import { readId } from "~/domain/kit/search-params";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readUpload, textField } from "~/http/request/forms/read-form.server";

// The forms of ?about=12: text and website, and an author's picture.

interface Post {
  context: Readonly<RouterContextProvider>;
  url: URL;
  entity: MasterDataEntity;
  staffId: number;
}

/** @throws 404 when the URL names nothing that can have a page */
function named({ url, entity }: Post): { entity: PagedEntity; id: number } {
  const id = readId(url.searchParams, "about");
  if (id === null || !hasPages(entity)) throw data(null, { status: 404 });
  return { entity, id };
}

const done = ({ context, url }: Post, text: string, changes = {}) =>
  redirectWithFlash(context, url.pathname + listHref(url.searchParams, changes), { kind: "success", text });

export async function saveAbout(post: Post & { form: FormData }) {
  const { entity, id } = named(post);
  const submission = parseWithZod(post.form, { schema: namePageSchema });
  if (submission.status !== "success") return formRefusal(submission).invalid();
  const page = submission.value;
  if (!(await saveNamePage(writeDb, entity, { id, staffId: post.staffId, page })))
    throw data(null, { status: 404 });
  return done(post, PAGE_SAVED);
}

/** An author's form with a picture. What else was typed is in a form of its own, so that neither loses the other's. */
export async function uploadPicture({ request, ...post }: Post & { request: Request }) {
  const { entity, id } = named(post);
  const upload = await readUpload(request);
  const refuse = (pictureErrors: { file1?: string[]; alt?: string[] }, alt: string) =>
    data({ pictureErrors, alt }, { status: 400 });
  if (upload.isTooLarge) return refuse({ file1: [imageRefusal("too-large")] }, "");
  if (upload.fields.get("intent") !== "upload-picture" || entity.key !== "author")
    throw data("Unknown intent", { status: 400 });
  const typed = textField(upload.fields, "alt");
  const alt = altSchema.safeParse(typed);
  if (!alt.success) return refuse({ alt: alt.error.issues.map(({ message }) => message) }, typed);
  const bytes = upload.files.get("file1") ?? new Uint8Array();
  const picture = { id, staffId: post.staffId, bytes, alt: alt.data };
  const saved = await setAuthorPicture(writeDb, picture, config);
  return saved.ok ? done(post, "Picture saved", { about: id }) : refuse({ file1: [saved.message] }, typed);
}

export async function removePicture(post: Post) {
  const { id } = named(post);
  if (!(await removeAuthorPicture(writeDb, { id, staffId: post.staffId }))) throw data(null, { status: 404 });
  return done(post, "Picture removed", { about: id });
}
