import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

const USAGE = `Usage: npm run sample -- [--books N] [--orders M] [--data DIR]

  --books N    fill the shop up to N books, from 60 to 1000000; default: 60
  --orders M   fill the shop up to M orders, at most 1000000; default: none
  --data DIR   the shop's data folder; default: DATA_DIR, or data
`;

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(z.number().max(1_000_000, `${name} must be at most 1000000`));

const argumentsSchema = z.object({
  books: wholeNumber("--books")
    .pipe(z.number().min(60, "--books must be at least 60: the sample catalogue"))
    .default(60),
  orders: wholeNumber("--orders").default(0),
  data: z.string().min(1, "--data must name a folder").optional(),
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        books: { type: "string" },
        orders: { type: "string" },
        data: { type: "string" },
        help: { type: "boolean" },
      },
    });
    if (values.help) return "help";
    const parsed = argumentsSchema.safeParse(values);
    return parsed.success ? parsed.data : parsed.error.issues.map((issue) => issue.message).join("\n");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function fill({ books, orders, data }: z.output<typeof argumentsSchema>) {
  const { config, ROOT } = await import("~/process/config.server");
  const { openDatabase } = await import("~/db/database.server");
  const { updateDatabase } = await import("~/db/migrating/migrate.server");
  const { fillSampleShop } = await import("../app/sample/fill");
  const { generateOrders } = await import("../app/sample/orders");

  const folder = data === undefined ? config.dataDir : path.resolve(data);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "kitab.db");
  const db = openDatabase(file);
  const started = Date.now();
  const now = new Date(started);
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  try {
    await updateDatabase(db, path.join(ROOT, "migrations"));
    const added = await fillSampleShop(db, {
      coversDir: path.join(folder, "coverpages"),
      books,
      now,
      onProgress: (inShop) => tell(`${inShop} books in the shop`),
    });
    const ordered = await generateOrders(db.write, {
      upTo: orders,
      now,
      onProgress: (inShop) => tell(`${inShop} orders in the shop`),
    });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const things = [`${added.books} books`, `${added.reviews} reviews`];
    if (ordered.ok) things.push(`${ordered.customers} customers`, `${ordered.orders} orders`);
    tell(`Added to ${file} in ${seconds} s: ${things.join(", ")}.`);
    if (!ordered.ok) {
      process.stderr.write(`${ordered.message}\n`);
      process.exitCode = 1;
    }
  } finally {
    await db.close();
  }
}

const given = readArguments();
if (given === "help") {
  process.stdout.write(USAGE);
} else if (typeof given === "string") {
  process.stderr.write(`${given}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  try {
    await fill(given);
  } catch (error) {
    // A wrong environment is reported by its message; anything else with its stack.
    const told = error instanceof Error && error.name === "ConfigError";
    process.stderr.write(`${told ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
