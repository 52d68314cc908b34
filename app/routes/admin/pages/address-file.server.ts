import { rm } from "node:fs/promises";
import { data } from "react-router";
import { config } from "~/process/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { DISK_FULL } from "~/domain/kit/failures";
import { formatCount } from "~/domain/kit/counts";
import { UnreadableFile } from "~/domain/book-files/import-limits";
import { wholeTable } from "~/domain/book-files/tables/whole-table.server";
import { OLD_ADDRESS_MAX, readAll, readPair, TOO_LARGE } from "~/domain/front/old-addresses/old-addresses";
import { readFileUpload } from "~/http/request/forms/read-file-upload.server";
import { logger } from "~/platform/logger.server";

interface Upload<Done> {
  /** Of the shop. */
  origin: string;
  /** The message when the database is unavailable. */
  away: string;
  save(addresses: Map<string, string>): Promise<Done>;
}

/** Answers the form with a file of addresses: all are saved, or none. @throws 400 when it cannot be read as a form */
export async function uploadAddresses<Done>(request: Request, { origin, away, save }: Upload<Done>) {
  const file = await readAddressFile(request, origin);
  if (!file.ok) return data({ fileErrors: file.errors }, { status: 400 });
  try {
    return await save(file.addresses);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    logger.error({ err: error }, "a file of old addresses could not be saved");
    return data(
      { fileErrors: [isDiskFull(error) ? DISK_FULL : away] },
      { status: 503, headers: { "Retry-After": "5" } },
    );
  }
}

type AddressFile = { ok: true; addresses: Map<string, string> } | { ok: false; errors: string[] };

const refuse = (...errors: string[]): AddressFile => ({ ok: false, errors });

/**
 * Reads an uploaded table: the first column has the old addresses, the second the new ones. A heading may come first, as
 * in Shopify's export of redirects.
 */
async function readAddressFile(request: Request, origin: string): Promise<AddressFile> {
  const { file, isTooLarge } = await readFileUpload(request, {
    folder: config.importsDir,
    most: OLD_ADDRESS_MAX.bytes,
  });
  if (isTooLarge) return refuse(TOO_LARGE);
  if (!file) return refuse("Choose a file");
  try {
    return read(await rowsOf(file.path), origin);
  } catch (error) {
    if (error instanceof UnreadableFile) return refuse(error.message);
    throw error;
  } finally {
    await rm(file.path, { force: true });
  }
}

type Row = [number: number, cells: string[]];

async function rowsOf(path: string): Promise<Row[]> {
  // With its heading, and one more, which is said.
  const rows = await wholeTable(path, OLD_ADDRESS_MAX.rows + 2);
  const hasHeading = !rows[0]?.cells.some((cell) => /^\s*(?:\/|https?:)/i.test(cell));
  return rows.slice(hasHeading ? 1 : 0).map(({ row, cells }) => [row, cells.map((cell) => cell.trim())]);
}

function read(rows: Row[], origin: string): AddressFile {
  if (rows.length === 0) return refuse("The file has no addresses");
  if (rows.length > OLD_ADDRESS_MAX.rows)
    return refuse(`The file has more than ${formatCount(OLD_ADDRESS_MAX.rows)} rows. Split it.`);
  const found = readAll(rows.map(([row, cells]) => [row, readPair(withoutEmptyEnd(cells), origin)]));
  if ("addresses" in found) return { ok: true, addresses: found.addresses };
  const errors = found.problems.map(({ line, problem }) => `Row ${line} ${problem}`);
  return refuse(
    ...errors,
    ...(found.more > 0 ? [`${formatCount(found.more)} more rows cannot be read`] : []),
  );
}

const withoutEmptyEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex(Boolean) + 1);
