import { data, type RouterContextProvider } from "react-router";
import { parseWithZod } from "@conform-to/zod/v4";
import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
import {
  PICTURE_ADDED,
  PICTURE_REMOVED,
  PICTURE_SAVED,
  pictureMoved,
} from "~/domain/catalogue/books/pictures/further-pictures";
import { furtherPictureSchema } from "~/domain/catalogue/books/pictures/further-pictures.schema";
import {
  addBookPicture,
  moveBookPicture,
  removeBookPicture,
  saveBookPicture,
} from "~/domain/catalogue/books/pictures/further-pictures.server";
import { parseId } from "~/domain/kit/ids";
import { listHref } from "~/domain/kit/listing/listing";
import { textField, type Upload } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";

const INTENTS = ["add-picture", "save-picture", "up-picture", "down-picture", "remove-picture"] as const;
type PictureIntent = (typeof INTENTS)[number];

export const isPictureIntent = (intent: unknown): intent is PictureIntent =>
  (INTENTS as readonly unknown[]).includes(intent);

/** What the form of a further picture gets back: messages at its fields, and what was typed. */
export interface RefusedPicture {
  pictureErrors: { file1?: string[]; kind?: string[]; alt?: string[] };
  /** Null: the form of a new picture. */
  pictureId: number | null;
  kind: string;
  alt: string;
}

/**
 * A form of the cover dialog about a further picture, whose id is `pictureId`. The dialog stays open. With `stay`, which a
 * script sends with one of several files, adding a picture answers with data instead of a redirect.
 */
export async function pictureAction({
  url,
  context,
  upload,
  bookId,
  staffId,
}: {
  url: URL;
  context: Readonly<RouterContextProvider>;
  upload: Extract<Upload, { isTooLarge: false }>;
  bookId: number;
  staffId: number;
}) {
  const form = upload.fields;
  const intent = form.get("intent") as PictureIntent;
  const pictureId = parseId(form.get("pictureId"));
  const refuse = (pictureErrors: RefusedPicture["pictureErrors"]) => {
    const typed = { kind: textField(form, "kind"), alt: textField(form, "alt") };
    return data({ pictureErrors, pictureId, ...typed } satisfies RefusedPicture, { status: 400 });
  };
  const done = (text: string) => {
    const to = `${url.pathname}${listHref(url.searchParams, { cover: bookId })}`;
    return redirectWithFlash(context, to, { kind: "success", text });
  };
  const gone = ({ message }: { message: string }) => data(message, { status: 404 });

  if (intent === "add-picture" || intent === "save-picture") {
    const submission = parseWithZod(form, { schema: furtherPictureSchema });
    if (submission.status !== "success") return refuse(submission.error ?? {});
    const fields = submission.value;
    if (intent === "add-picture") {
      const bytes = upload.files.get("file1") ?? new Uint8Array();
      const added = await addBookPicture(writeDb, { bookId, staffId, bytes, fields }, config);
      if (!added.ok) return refuse({ file1: [added.message] });
      return form.get("stay") === "on" ? { added: added.id } : done(PICTURE_ADDED);
    }
    if (pictureId === null) throw data("The form does not name a picture.", { status: 400 });
    const saved = await saveBookPicture(writeDb, { bookId, pictureId, staffId, fields });
    if (!saved.ok) throw gone(saved);
    return done(PICTURE_SAVED);
  }
  if (pictureId === null) throw data("The form does not name a picture.", { status: 400 });
  if (intent === "remove-picture") {
    const removed = await removeBookPicture(writeDb, { bookId, pictureId, staffId }, config);
    if (!removed.ok) throw gone(removed);
    return done(PICTURE_REMOVED);
  }
  const direction = intent === "up-picture" ? "up" : "down";
  const moved = await moveBookPicture(writeDb, { bookId, pictureId, direction, staffId });
  if (!moved.ok) throw gone(moved);
  return done(pictureMoved(moved));
}
