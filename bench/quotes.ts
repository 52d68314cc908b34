// npm run bench:quotes: how long a quote of a parcel takes, for 1,00,000 PIN codes and plans of 20 and of 60 zones. Saves
// the plan in a database and asks as the API does, in this process. Writes its section of bench/results.md.
//   BENCH_REPORT=off    leaves results.md alone
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import type { MethodDraft, PlanInput } from "~/domain/sales/delivery/delivery-plan.schema";
import { readPlan, savePlan } from "~/domain/sales/delivery/plan.server";
import { quoteParcel } from "~/domain/sales/delivery/quote";
import { quoteItems } from "~/domain/sales/delivery/quote.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { createBook, createStaff } from "~/test/factories";
import { writeSection } from "./shop.mjs";

const PINS = 100_000;
const PREFIXES = 19_000;
const METHODS = 8;
const STEPS = 20;
/** Of the prefixes, so that most PIN codes need all six looks. */
const DIGITS = 6;

/** Milliseconds from which it is said what a quote waited for. */
const LONG = 2;

/** When the process collected garbage. */
const collections: { begun: number; ended: number }[] = [];
const collected = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    collections.push({ begun: startTime, ended: startTime + duration });
});
collected.observe({ entryTypes: ["gc"] });
/** How often the core was taken from this process. */
const timesTaken = () => process.resourceUsage().involuntaryContextSwitches;

const count = (number: number) => number.toLocaleString("en-IN");
const tell = (line: string) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(path.join(tmpdir(), "kitab-quotes-"));
const db = openDatabase(path.join(folder, "kitab.db"));
await updateDatabase(db, path.resolve("migrations"));
const staffId = await createStaff(db.write);
const items = await books(db);

const rows: string[] = [];
const reasons: string[] = [];
for (const zones of [20, 60]) await measure(zones);
await db.close();
rmSync(folder, { recursive: true });

const lines = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, SQLite, in process. ${count(PINS)} PIN codes, each once; the plan names ${count(PREFIXES)} PIN codes one by one, has ${METHODS} methods of ${STEPS} steps in each zone and 400 holidays. "Asked": with the plan, the settings and three books read for each quote, as the API does. Times in milliseconds.`,
  "",
  "| what | mean | p99 | longest |",
  "|---|---|---|---|",
  ...rows,
  "",
  ...reasons,
];
if (process.env.BENCH_REPORT !== "off") writeSection("Last results of `npm run bench:quotes`", lines);
tell(lines.join("\n"));

async function books({ write }: ShopDatabase) {
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.push(await createBook(write, { price: 30_000, weight_g: 300 + at }));
  return ids.map((bookId) => ({ bookId, quantity: 1 }));
}

async function measure(zones: number) {
  const saved = await savePlan(db.write, planOf(zones), null, staffId);
  if (!saved.ok) throw new Error(saved.message);
  const [plan, settings] = [await readPlan(db.read), await readSettings(db.read)];
  const now = new Date();
  const quoted: number[] = [];
  const asked: number[] = [];
  const long: { begun: number; ended: number; isTaken: boolean }[] = [];
  let taken = timesTaken();
  for (let at = 0; at < PINS; at += 1) {
    // A stride that is prime to their number: neighbours do not come one after the other.
    const pin = String(110_000 + ((at * 7_919) % 740_000));
    const begun = performance.now();
    quoteParcel(plan, settings, { pin, subtotal: 90_000, grams: 1_003 }, now);
    const done = performance.now();
    await quoteItems(db.read, { pin, items }, now);
    const ended = performance.now();
    quoted.push(done - begun);
    asked.push(ended - done);
    const takenNow = timesTaken();
    if (ended - begun > LONG) long.push({ begun, ended, isTaken: takenNow > taken });
    taken = takenNow;
  }
  rows.push(row(`${zones} zones, quoted`, quoted), row(`${zones} zones, asked`, asked));
  // Collections are told of later.
  await sleep(100);
  const isCollected = ({ begun, ended }: (typeof long)[number]) =>
    collections.some((one) => one.begun < ended && one.ended > begun);
  const others = long.filter((one) => !isCollected(one));
  const withoutCore = others.filter(({ isTaken }) => isTaken).length;
  reasons.push(
    `${zones} zones: of the PIN codes ${count(long.length)} took longer than ${LONG} ms, both together: ${count(long.length - others.length)} while garbage was collected, ${count(withoutCore)} others while another process had the core, ${count(others.length - withoutCore)} without either.`,
  );
}

function row(what: string, times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const shown = [mean, sorted[Math.floor(sorted.length * 0.99)]!, sorted.at(-1)!];
  return `| ${what} | ${shown.map((time) => time.toFixed(3)).join(" | ")} |`;
}

function planOf(zones: number): PlanInput {
  const ofZone = (at: number) =>
    Array.from({ length: Math.min(2_000, Math.floor(PREFIXES / zones)) }, (_, index) =>
      String(110_000 + 37 * (index * zones + at)).slice(0, DIGITS),
    );
  const states = (at: number) => INDIAN_STATES.filter((_, index) => index % zones === at);
  return {
    isOn: true,
    packingGrams: 100,
    gramsPer100Pages: 150,
    defaultGrams: 300,
    shopPin: "560001",
    calendar: {
      weekdays: [1, 3, 5],
      holidays: Array.from({ length: 400 }, (_, at) =>
        new Date(Date.now() + at * 2 * 86_400_000).toISOString().slice(0, 10),
      ),
      lastHour: 15,
    },
    zones: Array.from({ length: zones }, (_, at) => ({
      name: `Zone ${at + 1}`,
      states: states(at),
      pinPrefixes: ofZone(at),
      methods: Array.from({ length: METHODS }, (__, number) => methodOf(number)),
    })),
  };
}

function methodOf(number: number): MethodDraft {
  return {
    name: `Method ${number + 1}`,
    carrier: "Carrier",
    days: { from: number, to: number + 10 },
    rates: {
      by: "weight",
      steps: Array.from({ length: STEPS }, (_, at) => ({
        upToGrams: (at + 1) * 500,
        price: 2_000 + at * 500,
      })),
    },
    freeAbove: null,
    maxGrams: null,
    pickUp: false,
    pickUpHours: "",
    cod: {
      offered: true,
      fee: 3_000,
      from: 20_000,
      upTo: 300_000,
      partPercent: 10,
      partDelivery: false,
      notAtPins: ["744"],
    },
  };
}
