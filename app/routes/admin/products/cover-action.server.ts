import { data, type RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { COVER_RESET, COVER_SAVED } from "~/domain/catalogue/books/pictures/covers";
import { furtherPictures } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { findBookWithCover, resetCover, saveCover } from "~/domain/catalogue/books/pictures/covers.server";
import { imageRefusal } from "~/domain/kit/images/images";
import { listHref } from "~/domain/kit/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { readUpload } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readParam } from "~/domain/kit/search-params";
import { isPictureIntent, pictureAction } from "./picture-action.server";

/** The book whose cover dialog is open (`?cover=ID`), with its further pictures; null without the parameter. @throws 404 if it does not exist */
export async function bookOfCoverPanel(url: URL) {
  const asked = readParam(url.searchParams, "cover");
  if (asked === null) return null;
  const id = Number(asked);
  const book = Number.isSafeInteger(id) && id > 0 ? await findBookWithCover(readDb, id) : undefined;
  if (!book) throw data(null, { status: 404 });
  return { ...book, pictures: await furtherPictures(readDb, book.id) };
}

/**
 * POST of the cover dialog: a multipart form to the book's URL (`?cover=ID`), with intent upload-cover (and file1),
 * reset-cover, or one of picture-action.server.ts.
 */
export async function coverAction({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const staffId = requireStaff(context).id;
  const book = await bookOfCoverPanel(url);
  if (!book) throw data("The form does not name a book.", { status: 400 });
  const upload = await readUpload(request);
  const refuse = (message: string) => data({ coverErrors: [message] }, { status: 400 });
  // Reading stopped before the intent, but only the form with a file can be this large.
  if (upload.isTooLarge) return refuse(imageRefusal("too-large"));

  const done = (text: string) =>
    redirectWithFlash(context, `${url.pathname}${listHref(url.searchParams)}`, { kind: "success", text });
  const what = { bookId: book.id, staffId };
  const intent = upload.fields.get("intent");
  if (intent === "upload-cover") {
    const bytes = upload.files.get("file1") ?? new Uint8Array();
    const saved = await saveCover(writeDb, { ...what, bytes }, config);
    return saved.ok ? done(COVER_SAVED) : refuse(saved.message);
  }
  if (intent === "reset-cover") {
    const reset = await resetCover(writeDb, what, config);
    return reset.ok ? done(COVER_RESET) : refuse(reset.message);
  }
  if (isPictureIntent(intent)) return pictureAction({ url, context, upload, ...what });
  throw data("The form does not say what to do.", { status: 400 });
}
