import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { data } from "react-router";
import { parseSheetName } from "~/domain/shop/look/look";
import { lookSheet } from "~/domain/shop/look/look-sheet.server";
import { readHeader } from "~/http/request/headers.server";
import { boundedCache } from "~/platform/bounded-cache";
import { FACE_FILES } from "~/ui/fonts/face-files";
import type { Route } from "./+types/look-sheet";

const compress = promisify(brotliCompress);
const packed = boundedCache<Buffer>({ maxBytes: 512 * 1024, bytesOf: (sheet) => sheet.length });

/** The style sheet of a look (`lookSheetPath`). Its address contains the whole look, so its answer never changes. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const asked = parseSheetName(params.sheet);
  if (!asked) throw data("There is no such style sheet.", { status: 404 });
  const text = lookSheet(asked.look, asked.scope, FACE_FILES);
  const headers = new Headers({
    "Content-Type": "text/css; charset=utf-8",
    // The answer to a request with cookies can set some, so no shared cache may keep it.
    "Cache-Control": `${request.headers.has("Cookie") ? "private" : "public"}, max-age=31536000, immutable`,
    Vary: "Cookie, Accept-Encoding",
  });
  if (!/\bbr\b/.test(readHeader(request, "accept-encoding") ?? "")) return new Response(text, { headers });
  const bytes = packed.get(params.sheet) ?? (await compress(text));
  packed.set(params.sheet, bytes);
  headers.set("Content-Encoding", "br");
  return new Response(new Uint8Array(bytes), { headers });
}
