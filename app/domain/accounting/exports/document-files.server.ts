import { config } from "~/process/config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import { clean } from "~/domain/sales/documents/document-content";
import { TEMPLATE } from "~/domain/sales/documents/document-parts.server";
import { documentContents } from "~/domain/sales/documents/many-documents.server";
import { documentFileName, type DocumentKind } from "~/domain/sales/orders/order-documents";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { zipStream } from "~/platform/zip-stream.server";
import { type Period, periodInName, periodInWords } from "../period";
import { type AccountFile, recordAccountExport } from "./account-lists.server";
import { type CountOfDay, tooManyDocuments } from "./document-ranges";
import { DOCUMENT_FILES, type DocumentFiles, IN_ONE_PDF, MOST_DOCUMENTS } from "./exports";

type Documents = Pick<ShopDatabase, "read" | "write">;

/** Said when the typesetter does not answer. */
export const NOT_NOW = "The PDF cannot be made at the moment. Please try again in a few minutes";

/**
 * The bills, invoices and notes of a period as they were issued, by day: one PDF (of more than `IN_ONE_PDF` a ZIP of such
 * PDFs), or a ZIP with one for each. A ZIP is made while it is read. Who asked for them is in the audit log.
 * @returns a sentence when there is none, there are too many (it names the days to take), or no PDF can be made now
 */
export async function documentFiles(
  db: Documents,
  { as, period }: { as: DocumentFiles; period: Period },
  staffId: number,
  make: MakePdf = makePdf,
): Promise<AccountFile> {
  const days = await countByDay(db.read, period);
  if (days.length === 0) return { ok: false, message: `${periodInWords(period)} has no documents` };
  const message = tooManyDocuments(days, MOST_DOCUMENTS);
  if (message) return { ok: false, message };
  const ids = await documentIds(db.read, period);
  const isOnePdf = as === "pdf" && ids.length <= IN_ONE_PDF;
  const file = isOnePdf
    ? await onePdf(db, ids, period, make)
    : as === "pdf"
      ? await zipOfParts(db, ids, period, make)
      : zipOf(db, ids, make);
  if (!file) return { ok: false, message: NOT_NOW };
  const format = DOCUMENT_FILES[as];
  await recordAccountExport(db.write, { title: "Documents", period, format }, staffId);
  const type = isOnePdf ? "application/pdf" : "application/zip";
  const filename = `documents-${periodInName(period)}.${isOnePdf ? "pdf" : "zip"}`;
  return { ok: true, filename, type, content: file };
}

const countByDay = (db: Db, { from, to }: Period): Promise<CountOfDay[]> =>
  db
    .selectFrom("documents")
    .select((eb) => ["issued_on as day", eb.fn.countAll<number>().as("count")])
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .groupBy("issued_on")
    .orderBy("issued_on")
    .execute();

interface DocumentId {
  id: number;
  orderId: number;
  kind: string;
  number: string;
}

const documentIds = (db: Db, { from, to }: Period): Promise<DocumentId[]> =>
  db
    .selectFrom("documents")
    .select(["id", "order_id as orderId", "kind", "number"])
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .orderBy("issued_on")
    .orderBy("id")
    .execute();

/** @returns null when it cannot be made now */
async function onePdf(db: Documents, ids: DocumentId[], period: Period, make: MakePdf) {
  const frame = await readFrame(db, period);
  const documents = [];
  for await (const { content } of documentContents(db.read, ids)) documents.push(content);
  const pdf = await make(TEMPLATE, { ...frame.about, documents }, frame.files);
  return pdf.ok ? inOnePiece(pdf.bytes) : null;
}

/** What a PDF of several documents has besides them. */
async function readFrame(db: Documents, period: Period) {
  const [{ look, files }, { shopName }] = await Promise.all([
    readDocumentLook(db.read, config.coversDir),
    readSettings(db.read),
  ]);
  const about = {
    kind: "bills",
    title: `Documents, ${periodInWords(period)}`,
    author: clean(shopName),
    issuedOn: period.to.split("-").map(Number),
    ...look,
  };
  return { about, files };
}

/** PDFs of `IN_ONE_PDF` documents each, made one after the other: the typesetter holds no more of them at once. */
async function zipOfParts(
  db: Documents,
  ids: DocumentId[],
  period: Period,
  make: MakePdf,
): Promise<AsyncIterable<Uint8Array>> {
  const { about, files } = await readFrame(db, period);
  const contents = documentContents(db.read, ids);
  const parts = Math.ceil(ids.length / IN_ONE_PDF);
  async function* pdf(part: number) {
    const documents = [];
    while (documents.length < IN_ONE_PDF) {
      const { value, done } = await contents.next();
      if (done) break;
      documents.push(value.content);
    }
    const title = `${about.title}, part ${part} of ${parts}`;
    const made = await make(TEMPLATE, { ...about, title, documents }, files);
    if (!made.ok) throw new Error(`part ${part} of the documents could not be made: ${made.reason}`);
    yield made.bytes;
  }
  const name = (part: number) =>
    `documents-${periodInName(period)}-${String(part).padStart(String(parts).length, "0")}-of-${parts}.pdf`;
  return zipStream(Array.from({ length: parts }, (_, at) => ({ name: name(at + 1), content: pdf(at + 1) })));
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function zipOf(db: Documents, ids: DocumentId[], make: MakePdf): AsyncIterable<Uint8Array> {
  const look = readDocumentLook(db.read, config.coversDir);
  // The files of the ZIP are made one after the other, in the sequence of the documents.
  const contents = documentContents(db.read, ids);
  async function* pdf(document: DocumentId) {
    const [{ value: next }, { look: dressed, files }] = await Promise.all([contents.next(), look]);
    if (next?.id !== document.id) throw new Error(`document ${document.id} was asked for out of sequence`);
    const made = await make(TEMPLATE, { ...next.content, ...dressed }, files);
    if (!made.ok) throw new Error(`document ${document.id} could not be made: ${made.reason}`);
    yield made.bytes;
  }
  return zipStream(
    ids.map((document) => ({
      name: documentFileName({ ...document, kind: document.kind as DocumentKind }),
      content: pdf(document),
    })),
  );
}
