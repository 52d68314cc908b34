import type { RequestListener } from "node:http";
import { refusePlainly } from "./plain-refusal.server";

/** Forms are small; pictures come later with a limit of their own. */
const LIMIT_BYTES = 1_048_576;

/** Refuses a body over the limit with 413: by its announced length, else while it streams in. */
export function limitBodies(next: RequestListener): RequestListener {
  return (req, res) => {
    const tooLarge = () => {
      if (!res.headersSent) {
        const headers = { Connection: "close" };
        refusePlainly(req, res, { status: 413, msg: "The request is too large.", headers });
        // The handler that was reading the body still answers in its own time: into the void. Without this its
        // writeHead would throw outside every try and end the process.
        Object.assign(res, { writeHead: () => res, write: () => false, end: () => res });
      }
      req.pause();
    };
    if (Number(req.headers["content-length"] ?? 0) > LIMIT_BYTES) return tooLarge();
    if (req.headers["transfer-encoding"]) {
      let seen = 0;
      req.on("data", (chunk: Buffer) => {
        seen += chunk.length;
        if (seen > LIMIT_BYTES) tooLarge();
      });
    }
    return next(req, res);
  };
}
