import { plainRefusal } from "~/http/listeners/plain-refusal.server";

type Picture = { ok: true; bytes: Uint8Array } | { ok: false; reason: "not_found" | "later" };

/** A JPEG named by its content, so that it can be cached for ever; or a message that says why there is none. */
export function pictureAnswer(request: Request, picture: Picture): Response {
  if (picture.ok) {
    return new Response(new Uint8Array(picture.bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(picture.bytes.length),
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  }
  return picture.reason === "not_found"
    ? plainRefusal(request, { status: 404, msg: "There is no such picture." })
    : plainRefusal(request, {
        status: 503,
        msg: "The picture is not ready yet.",
        headers: { "Retry-After": "30" },
      });
}
