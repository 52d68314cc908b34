/** Codes of a stream's error when whoever read it went away. */
const GONE = ["ABORT_ERR", "ERR_STREAM_PREMATURE_CLOSE"];

/** Whether an answer's stream ended because the client broke off, which is no fault of the shop's. */
export const isClientGone = (error: unknown) => GONE.includes((error as { code?: string }).code ?? "");
