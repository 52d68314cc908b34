import { named, PostgresAway } from "./away.server";
import { askOnce } from "./pools.server";

/** What the shop needs to know of a server and its database. */
export interface Facts {
  /** E.g. '15.4'. */
  version: string;
  /** E.g. 150004. */
  number: number;
  encoding: string;
  /** It copies another server and cannot be written to. */
  isStandby: 0 | 1;
  mayCreate: 0 | 1;
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  current_setting('server_version_num')::int as number, pg_is_in_recovery() as "isStandby",
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`;
const OLDEST = 150_000;
const WITHIN_MS = 10_000;

/**
 * Why the shop cannot start on this database. No message contains the password.
 * @param url as in DATABASE_URL @returns a sentence; null when it can start
 */
export async function whyUnusable(url: string): Promise<string | null> {
  try {
    return problemOf(url, await askOnce<Facts>(url, FACTS, WITHIN_MS));
  } catch (error) {
    return refusalOf(url, error);
  }
}

/** @returns what the shop needs and this server or database does not have; null when nothing is missing */
export function problemOf(url: string, { version, number, encoding, isStandby, mayCreate }: Facts) {
  const { server, database, user } = partsOf(url);
  if (number < OLDEST)
    return `the shop needs PostgreSQL 15 or later, but the server at ${server} has version ${version}`;
  if (encoding !== "UTF8")
    return `the database ${database} at ${server} has the encoding ${encoding}: make one with the encoding UTF8 (createdb --encoding UTF8 --template template0 ${database})`;
  if (isStandby)
    return `the server at ${server} is a standby, which cannot be written to: set DATABASE_URL to the primary server`;
  if (!mayCreate)
    return `the user ${user} may not create tables in the database ${database} at ${server}: make it the database's owner (alter database "${database}" owner to "${user}")`;
  return null;
}

function refusalOf(url: string, error: unknown): string {
  const { server, database } = partsOf(url);
  const { message, code = "" } = (error instanceof AggregateError ? error.errors[0] : error) as Error & {
    code?: string;
  };
  if (code.startsWith("28"))
    return `the server at ${server} does not let the user of DATABASE_URL in: ${message}`;
  if (code === "3D000")
    return `the server at ${server} has no database ${database}: make it (createdb --encoding UTF8 ${database})`;
  if (named(error) instanceof PostgresAway)
    return `the database server at ${server} cannot be reached (${message || code})`;
  return `the database ${database} at ${server} cannot be used: ${message}`;
}

/** The parts of an address that may be told. */
function partsOf(url: string) {
  // pg takes an address without a host, with the folder of a socket in its search.
  const { host, pathname, searchParams, username } = new URL(
    url.replace(/@\/|:\/\/\//, (end) => (end[0] === "@" ? "@_/" : "://_/")),
  );
  const server = searchParams.get("host") ?? (host === "_" ? "localhost" : host);
  return {
    server,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
  };
}
