import { rm } from "node:fs/promises";
import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { UnreadableFile } from "~/domain/book-files/import-limits";
import { wholeTable } from "~/domain/book-files/tables/whole-table.server";
import { nameKey } from "~/domain/catalogue/names/names";
import { asciiDigits } from "~/domain/kit/digits";
import { parseId } from "~/domain/kit/ids";
import { tableRows } from "~/domain/sales/delivery/files/table-text.server";
import { movedInWords } from "~/domain/sales/orders/fulfilment/fulfilment";
import { TRACKING_MAX } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { listCarriers } from "~/domain/sales/orders/fulfilment/logistics.server";
import {
  type CheckedShipLine,
  MOST_SHIP_BYTES,
  MOST_SHIP_ROWS,
  type ReadShipList,
  SHIP_COLUMNS,
  type ShipHeadings,
  type ShipLine,
  textOfLines,
} from "~/domain/sales/orders/fulfilment/ship-list/ship-list";
import {
  checkShipList,
  saveShipHeadings,
  readShipLines,
  type ShipChoices,
  shipList,
} from "~/domain/sales/orders/fulfilment/ship-list/ship-list.server";
import { headingsIn } from "~/domain/sales/list-headings";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readFileUpload, type UploadedFile } from "~/http/request/forms/read-file-upload.server";
import { textField } from "~/http/request/forms/read-form.server";
import { config } from "~/process/config.server";

interface Post {
  context: Readonly<RouterContextProvider>;
  staffId: number;
}

/** The answer to a list that was checked, or of which nothing was shipped. */
export interface ListAnswer {
  kind: "list";
  /** As it stands in the form. */
  text: string;
  carrierId: number | null;
  /** How its columns are called, and its headings where they are not known. */
  headings: ShipHeadings;
  found: string[];
  fileErrors?: string[];
  textErrors?: string[];
  lines: CheckedShipLine[];
  /** Chosen carriers, by `nameKey` of what the list calls them. */
  chosen: Record<string, number>;
  /** Orders whose tracking number another one may have too. */
  shared: number[];
}

/** The answer to numbers typed beside orders, of which some were not taken. */
export interface TypedAnswer {
  kind: "typed";
  /** What was done, in words; "" for nothing. */
  done: string;
  typed: Record<number, { trackingNo: string; carrierId: number | null }>;
  /** Why an order was not shipped. */
  errors: Record<number, string>;
  /** Orders whose books are ticked as ready to be fetched. */
  ready: number[];
  /** Orders whose number is taken when it is sent again. */
  asked: number[];
}

const SHIPPED_TO = "/admin/orders";

/** A multipart form with `list` or `file`; intent check says row by row what becomes of it, ship ships what fits. */
export async function answerList(request: Request, { context, staffId }: Post) {
  const { fields, file, isTooLarge } = await readFileUpload(request, {
    folder: config.importsDir,
    most: MOST_SHIP_BYTES,
  });
  const carrierId = parseId(fields.get("carrierId"));
  const carriers = chosenCarriers(fields);
  const shared = sharedOrders(fields);
  const headings = headingsIn(SHIP_COLUMNS, (name) => textField(fields, name));
  const shown: ListAnswer = {
    kind: "list",
    text: textField(fields, "list"),
    carrierId,
    headings,
    found: [],
    lines: [],
    shared: [...shared],
    chosen: Object.fromEntries(carriers),
  };
  const answer = (status: number, more: Partial<ListAnswer>) => data({ ...shown, ...more }, { status });
  if (isTooLarge) return answer(400, { fileErrors: ["The file is larger than 1 MB: please split it"] });
  const read = file ? await linesOfFile(file, headings) : await linesOfText(shown.text, headings);
  if (!read.ok) {
    const errors = file ? { fileErrors: [read.message] } : { textErrors: [read.message] };
    return answer(400, { ...errors, found: read.headings ?? [] });
  }
  await saveShipHeadings(writeDb, headings);
  const text = file ? textOfLines(read.lines) : shown.text;
  const choices: ShipChoices = { carrierId, carriers, shared };
  if (fields.get("intent") === "ship") {
    const shipped = await shipList(writeDb, { lines: read.lines, choices, staffId });
    if (shipped.moved.length > 0)
      return redirectWithFlash(context, SHIPPED_TO, movedInWords(shipped, "shipped"));
  }
  const lines = await checkShipList(readDb, read.lines, choices);
  const isShipping = fields.get("intent") === "ship";
  return answer(isShipping ? 400 : 200, {
    text,
    lines,
    ...(isShipping && { textErrors: ["No row of the list can be shipped now"] }),
  });
}

const linesOfText = async (text: string, headings: ShipHeadings): Promise<ReadShipList> => {
  const table = tableRows(text);
  return table.ok ? readShipLines(readDb, table.rows, headings) : table;
};

/** The lines of a CSV or XLSX file, numbered as they stand in the form afterwards. */
async function linesOfFile(file: UploadedFile, headings: ShipHeadings): Promise<ReadShipList> {
  try {
    // With its heading and what stands above it.
    const rows = await wholeTable(file.path, 2 * MOST_SHIP_ROWS);
    const read = await readShipLines(readDb, rows, headings);
    return read.ok
      ? { ok: true as const, lines: read.lines.map((line, at) => ({ ...line, row: at + 2 })) }
      : read;
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false as const, message: error.message };
    throw error;
  } finally {
    await rm(file.path, { force: true });
  }
}

/** What `name-0`, `carrier-0` … say: how the list calls a carrier, and which one it is. */
function chosenCarriers(form: FormData): Map<string, number> {
  const chosen = new Map<string, number>();
  for (let at = 0; form.has(`name-${at}`) && at < MOST_SHIP_ROWS; at++) {
    const id = parseId(form.get(`carrier-${at}`));
    if (id !== null) chosen.set(nameKey(textField(form, `name-${at}`)), id);
  }
  return chosen;
}

const sharedOrders = (form: FormData) =>
  new Set(
    form
      .getAll("shared")
      .map(parseId)
      .filter((id) => id !== null),
  );

/**
 * The numbers typed beside orders: `number-17`, `carrier-17`; and `ready`, orders whose books wait to be fetched. The others are left
 * as they are.
 */
export async function answerTyped(form: FormData, { context, staffId }: Post) {
  const carriers = new Map((await listCarriers(readDb)).map(({ id, name }) => [id, name]));
  const typed: TypedAnswer["typed"] = {};
  const lines: ShipLine[] = [];
  for (const [field, value] of form) {
    const orderId = parseId(/^number-(\d+)$/.exec(field)?.[1]);
    if (orderId === null || typeof value !== "string" || lines.length >= MOST_SHIP_ROWS) continue;
    const trackingNo = asciiDigits(value)
      .trim()
      .slice(0, TRACKING_MAX + 1);
    const carrierId = parseId(form.get(`carrier-${orderId}`));
    typed[orderId] = { trackingNo, carrierId };
    if (trackingNo === "") continue;
    const carrier = carriers.get(carrierId ?? 0) ?? "";
    lines.push({ row: lines.length + 1, order: String(orderId), carrier, trackingNo, weight: "" });
  }
  const ready = form
    .getAll("ready")
    .map(parseId)
    .filter((id) => id !== null);
  for (const orderId of ready.slice(0, MOST_SHIP_ROWS - lines.length))
    lines.push({ row: lines.length + 1, order: String(orderId), carrier: "", trackingNo: "", weight: "" });
  const refuse = (more: Partial<TypedAnswer>) =>
    data({ kind: "typed", done: "", typed, ready, errors: {}, asked: [], ...more } satisfies TypedAnswer, {
      status: 400,
    });
  if (lines.length === 0) {
    const first = Number(Object.keys(typed)[0] ?? 0);
    return refuse({
      errors: {
        [first]: first === 0 ? "Tick at least one order" : "Type or scan at least one tracking number",
      },
    });
  }
  const choices: ShipChoices = { carrierId: null, shared: sharedOrders(form) };
  const outcome = await shipList(writeDb, { lines, choices, staffId });
  const { moved, refused } = outcome;
  if (refused.length === 0) return redirectWithFlash(context, SHIPPED_TO, movedInWords(outcome, "shipped"));
  return refuse({
    done: moved.length > 0 ? movedInWords({ ...outcome, refused: [] }, "shipped").text : "",
    errors: Object.fromEntries(refused.map(({ orderId, message }) => [orderId, message])),
    asked: refused.filter(({ isQuestion }) => isQuestion).map(({ orderId }) => orderId),
  });
}
