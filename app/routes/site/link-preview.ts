import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { findBook } from "~/domain/catalogue/books/books.server";
import { bookOfPreview, linkPreview } from "~/domain/catalogue/books/pictures/link-preview.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { redirect } from "~/http/answers/redirect.server";
import { pictureAnswer } from "~/http/answers/picture-answer.server";
import type { Route } from "./+types/link-preview";

/** The picture of a book's link preview. An outdated address redirects to the current one. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const book = await findBook(readDb, bookOfPreview(params.file));
  if (!book) return pictureAnswer(request, { ok: false, reason: "not_found" });
  const { shopName, accent } = await readSettings(readDb);
  const preview = await linkPreview(config, { name: params.file, book, shopName, accent });
  return "name" in preview ? redirect(`/previews/${preview.name}`) : pictureAnswer(request, preview);
}
