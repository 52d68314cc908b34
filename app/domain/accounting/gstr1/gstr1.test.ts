import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase, inNoOrder } from "~/test/database";
import { daySerial } from "~/platform/xlsx-stream.server";
import { setSettings } from "~/test/factories";
import { unzipped } from "~/test/files/import-files";
import { BUYER_FAR as LIBRARY, BUYER_NEAR as SCHOOL, gstMonth, SELLER } from "~/test/gst-month";
import { periodOfMonth } from "../period";
import { toGstr1Json } from "./gstr1.json";
import { readGstr1 } from "./read-return.server";
import { gstr1Workbook } from "./return-workbook.server";

/*
 * One month of a seller in Maharashtra. Every figure below was worked out on paper from
 * the prices.
 */

const AFTER = new Date("2026-12-02T06:00:00.000Z");

const november = (month = "2026-11") => periodOfMonth(month) as Parameters<typeof readGstr1>[1];

let db: Db;
beforeAll(async () => {
  const opened = await createTestDatabase();
  await inNoOrder(opened);
  db = opened.write;
  await setSettings(db, { gstin: SELLER });
  await gstMonth(db);
});

const hsn = (
  hsn_sc: string,
  desc: string,
  rt: number,
  qty: number,
  txval: number,
  taxes: number[] = [0, 0, 0],
) => ({
  hsn_sc,
  desc,
  uqc: "NOS",
  qty,
  rt,
  txval,
  iamt: taxes[0],
  camt: taxes[1],
  samt: taxes[2],
  csamt: 0,
});

const BOOKS = ["4901", "Printed books, brochures"] as const;
const CALENDARS = ["4910", "Printed calendars"] as const;

test("the return of a month, as worked out by hand", async () => {
  const found = (await readGstr1(db, november(), AFTER))!;
  expect(found.checks.filter(({ state }) => state !== "fine")).toEqual([]);
  expect(found.refusal).toBeNull();
  const itms = (rt: number, txval: number, taxes: Record<string, number>) => [
    { num: 1, itm_det: { rt, txval, ...taxes, csamt: 0 } },
  ];
  expect(toGstr1Json(found)).toEqual({
    gstin: SELLER,
    fp: "112026",
    version: "GST3.2.4",
    hash: "hash",
    b2b: [
      {
        ctin: LIBRARY,
        inv: [
          {
            inum: "N/26-27/000105",
            idt: "15-11-2026",
            val: 23_600,
            pos: "29",
            rchrg: "N",
            inv_typ: "R",
            itms: itms(18, 20_000, { iamt: 3600 }),
          },
        ],
      },
      {
        ctin: SCHOOL,
        inv: [
          {
            inum: "N/26-27/000107",
            idt: "15-11-2026",
            val: 1050,
            pos: "27",
            rchrg: "N",
            inv_typ: "R",
            itms: itms(5, 1000, { camt: 25, samt: 25 }),
          },
        ],
      },
    ],
    b2cl: [
      {
        pos: "33",
        inv: [
          {
            inum: "N/26-27/000108",
            idt: "15-11-2026",
            val: 1_18_000,
            itms: itms(18, 1_00_000, { iamt: 18_000 }),
          },
        ],
      },
    ],
    // The e-book was paid back: nothing is left of it.
    b2cs: [{ sply_ty: "INTER", rt: 18, typ: "OE", pos: "07", txval: 200, iamt: 36, csamt: 0 }],
    nil: {
      inv: [
        { sply_ty: "INTRB2B", expt_amt: 0, nil_amt: 50_000, ngsup_amt: 0 },
        // 1,200 + 300 − 200
        { sply_ty: "INTRB2C", expt_amt: 0, nil_amt: 1300, ngsup_amt: 0 },
        // 850 − 400
        { sply_ty: "INTRAB2C", expt_amt: 0, nil_amt: 450, ngsup_amt: 0 },
      ],
    },
    cdnr: [
      {
        ctin: LIBRARY,
        nt: [
          {
            ntty: "C",
            nt_num: "C/26-27/000001",
            nt_dt: "15-11-2026",
            val: 2360,
            pos: "29",
            rchrg: "N",
            inv_typ: "R",
            itms: itms(18, 2000, { iamt: 360 }),
          },
        ],
      },
    ],
    cdnur: [
      {
        typ: "B2CL",
        ntty: "C",
        nt_num: "C/26-27/000003",
        nt_dt: "15-11-2026",
        val: 11_800,
        pos: "33",
        itms: itms(18, 10_000, { iamt: 1800 }),
      },
    ],
    hsn: {
      hsn_b2b: [
        { num: 1, ...hsn(...BOOKS, 0, 100, 50_000) },
        { num: 2, ...hsn(...CALENDARS, 5, 5, 1000, [0, 25, 25]) },
        { num: 3, ...hsn(...CALENDARS, 18, 90, 18_000, [3240, 0, 0]) },
      ],
      hsn_b2c: [
        { num: 1, ...hsn("4820", "Registers, notebooks, diaries", 18, 1, 200, [36, 0, 0]) },
        // 2 + 3 + 1 − 1 copies; 850 + 1,200 + 300 − 400 − 200
        { num: 2, ...hsn(...BOOKS, 0, 5, 1750) },
        { num: 3, ...hsn(...CALENDARS, 18, 450, 90_000, [16_200, 0, 0]) },
      ],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          doc_typ: "Invoices for outward supply",
          docs: [
            { num: 1, from: "N/26-27/000101", to: "N/26-27/000109", totnum: 9, cancel: 1, net_issue: 8 },
          ],
        },
        {
          doc_num: 5,
          doc_typ: "Credit Note",
          docs: [
            { num: 1, from: "C/26-27/000001", to: "C/26-27/000003", totnum: 3, cancel: 0, net_issue: 3 },
            { num: 2, from: "R/26-27/000001", to: "R/26-27/000002", totnum: 2, cancel: 0, net_issue: 2 },
          ],
        },
      ],
    },
  });
});

test("an empty month has every table, with nothing in it", async () => {
  const found = (await readGstr1(db, november("2025-01"), AFTER))!;
  expect(found.refusal).toBeNull();
  expect(toGstr1Json(found)).toMatchObject({
    fp: "012025",
    b2b: [],
    b2cl: [],
    b2cs: [],
    nil: { inv: [] },
    cdnr: [],
    cdnur: [],
    hsn: { hsn_b2b: [], hsn_b2c: [] },
    doc_issue: { doc_det: [] },
  });
});

test("a workbook of the month has the days of documents as days, not as texts", async () => {
  const pieces: Buffer[] = [];
  const found = (await readGstr1(db, november(), AFTER))!;
  for await (const piece of gstr1Workbook(found)) pieces.push(Buffer.from(piece));
  const [b2b] = await unzipped(Buffer.concat(pieces), ["xl/worksheets/sheet3.xml"]);
  const days = [...b2b!.matchAll(/<c r="C\d+" s="4"><v>(\d+)<\/v>/g)].map(([, day]) => Number(day));
  const isOf = found.tables.b2b.flatMap(({ issuedOn, rates }) =>
    rates.map(() => daySerial(Date.parse(issuedOn))),
  );
  expect(days).toEqual(isOf);
  expect(days.length).toBeGreaterThan(1);
});
