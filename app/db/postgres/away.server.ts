import { isOutdated } from "./named-statements.server";

/** The database could not be reached, or could not do its work now. */
export class PostgresAway extends Error {
  override name = "PostgresAway";
  /** The server's or the system's word for it, e.g. "25006": for the log. */
  code: string | undefined;
}

/** Classes and codes of SQLSTATE (PostgreSQL's documentation, appendix A) for a server that cannot work now. */
const AWAY_STATES = /^(?:08|53|58|57P0[1-3]|57P05|57014|55P03|55006|25006|25P03|40001|40P01|3D000|28|XX000)/;
const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ERR_STREAM_DESTROYED",
]);
/** The five characters of a SQLSTATE; a code of Node.js such as EPIPE has no digit. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** The server, or its operator, ends or refuses the connection. */
const ENDING = /^(?:08|57P|53300)/;

/** Whether the server itself said what is wrong, and the connection is still there. */
export function isConnectedStill(cause: unknown): boolean {
  const { code = "" } = (cause ?? {}) as { code?: string };
  return SQLSTATE.test(code) && !ENDING.test(code);
}

/** pg gives these no code. */
const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/;

/** @returns a `PostgresAway` for an error of the connection or the server, else the error itself */
export function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PostgresAway) return error;
  // Several addresses of one name were tried.
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const code = (inner as { code?: string }).code ?? "";
  const isAway = SQLSTATE.test(code) ? AWAY_STATES.test(code) || isOutdated(inner) : AWAY_CODES.has(code);
  if (!isAway && !AWAY_MESSAGES.test(inner.message)) return error;
  return Object.assign(new PostgresAway(inner.message || code, { cause: error }), {
    code: code || undefined,
  });
}
