import { redirect } from "react-router";
import { config } from "~/config.server";
import { readDb } from "~/db/shop-database.server";
import { findBook } from "~/domain/catalog/books.server";
import { bookOfPreview, linkPreview } from "~/domain/images/link-preview.server";
import { readSettings } from "~/domain/settings/settings.server";
import type { Route } from "./+types/link-preview";

const YEAR = 31_536_000;

/** The picture that messages and networks show of a book's link; an address from before a change leads to the new one. */
export async function loader({ params }: Route.LoaderArgs) {
  const book = await findBook(readDb, bookOfPreview(params.file));
  if (!book) return sorry(404, "There is no such picture.");
  const { shopName } = await readSettings(readDb);
  const preview = await linkPreview(config, { name: params.file, book, shopName });
  if (preview.ok) {
    return new Response(new Uint8Array(preview.bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(preview.bytes.length),
        "Cache-Control": `public, max-age=${YEAR}, immutable`,
      },
    });
  }
  if (preview.reason === "moved") return redirect(`/previews/${preview.name}`);
  if (preview.reason === "not_found") return sorry(404, "There is no such picture.");
  return sorry(503, "The picture is not ready yet.", { "Retry-After": "30" });
}

const sorry = (status: number, text: string, headers = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
