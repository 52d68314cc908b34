// npm run backup: copies the whole shop into a new folder while it is running. Plain JavaScript, because the container
// has no compiler.
import "./node/required.mjs";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import SQLite from "better-sqlite3";
import { complain, runCommand, say } from "./backup/command.mjs";
import { copy, Refusal, ROOT, stampOf, sync, UNFINISHED } from "./backup/files.mjs";
import { writeManifest } from "./backup/manifest.mjs";
import { findShop } from "./backup/place.mjs";
import { copyOfDatabase } from "./backup/postgres.mjs";
import { copyDatabase, examine, tally } from "./backup/shop.mjs";

const USAGE = `Usage: npm run backup -- [--to DIR] [--keep N] [--data DIR]

Copies the database, the covers and the session secret into a new folder, kitab-<time>, while the shop is running. A database
on PostgreSQL (DATABASE_URL) is copied into a file of SQLite too, as it is at one moment.

  --to DIR     where the folder is made; default: backups/ in the data folder. Another disk is safer
  --keep N     afterwards remove all but the N newest backups there
  --data DIR   the shop's data folder; default: DATA_DIR, or data

Exits with 0 on success; 1 when no backup was made; 2 for wrong arguments; 3 when a backup was made but the shop
has a problem.
`;

const BACKUP = /^kitab-\d{8}T\d{9}Z$/;
const DAY_MS = 86_400_000;
/** A cover can be replaced while the files are copied; then the database is copied again. */
const ATTEMPTS = 3;

function readArguments() {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      keep: { type: "string" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new Error("--keep must be a whole number from 1");
  return { ...values, keep: values.keep && Number(values.keep) };
}

async function backUp({ data, to, keep }) {
  const shop = findShop(data);
  const { dataDir } = shop;
  const backups = to === undefined ? path.join(dataDir, "backups") : path.resolve(to);
  mkdirSync(backups, { recursive: true });
  removeUnfinished(backups);

  const takenAt = new Date();
  const name = `kitab-${stampOf(takenAt)}`;
  const unfinished = path.join(backups, UNFINISHED + name);
  mkdirSync(path.join(unfinished, "coverpages"), { recursive: true, mode: 0o700 });
  let found;
  try {
    found = await copyShop(shop, unfinished);
    const { pictures: _, broken: __, copied, ...about } = found;
    const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
    writeManifest(unfinished, { takenAt: takenAt.toISOString(), program: version, ...about }, copied);
    sync(path.join(unfinished, "coverpages"));
    sync(unfinished);
    renameSync(unfinished, path.join(backups, name));
    sync(backups);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  noteBackup(dataDir, {
    takenAt: takenAt.toISOString(),
    folder: path.join(backups, name),
    problems: found.problems.length,
  });
  say(`${path.join(backups, name)}: ${tally(found.counts)}, ${found.copied.length} files.`);
  found.problems.forEach((problem) => complain(`Problem: ${problem}.`));
  if (keep) prune(backups, keep);
  return found.problems.length > 0 ? 3 : 0;
}

/** For the shop's checklist /admin/opening. The backup counts even if this cannot be written. */
function noteBackup(dataDir, about) {
  try {
    const unfinished = path.join(dataDir, ".last-backup.json");
    writeFileSync(unfinished, `${JSON.stringify(about)}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, path.join(dataDir, "last-backup.json"));
  } catch (error) {
    complain(`The shop cannot show that this backup was made: ${error.message}`);
  }
}

/**
 * Copies the database first, then the files that it refers to: their names contain a hash, so a file copied later is
 * still the right one.
 * @returns the result of `examine`, with `copied`: the copied files
 */
async function copyShop({ dataDir, file: database, url }, target) {
  const file = path.join(target, "kitab.db");
  let found;
  let missing;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    rmSync(file, { force: true });
    if (url) await copyOfDatabase(dataDir, file);
    else await copyFile(database, file);
    found = examine(file);
    if (found.broken)
      throw new Refusal(`The shop's database is damaged, and no backup was made of it: ${found.broken}`);
    copyPictures(path.join(dataDir, "coverpages"), path.join(target, "coverpages"));
    const before = missing;
    missing = found.pictures.filter((picture) => !existsSync(path.join(target, "coverpages", picture)));
    // The same pictures were missing before, so they were not replaced meanwhile.
    if (missing.length === 0 || missing.join() === before?.join()) break;
  }
  if (missing.length > 0)
    found.problems.push(
      `${missing.length} pictures that the shop uses are not in coverpages/: ${missing[0]} …`,
    );
  chmodSync(file, 0o600);
  sync(file);
  const secret = path.join(dataDir, "session-secret");
  const kept = existsSync(secret) ? ["session-secret"] : [];
  kept.forEach((one) => copy(path.join(dataDir, one), path.join(target, one)));
  const pictures = readdirSync(path.join(target, "coverpages")).sort();
  return { ...found, copied: ["kitab.db", ...kept, ...pictures.map((picture) => `coverpages/${picture}`)] };
}

async function copyFile(database, file) {
  const source = new SQLite(database, { readonly: true, timeout: 10_000 });
  try {
    await copyDatabase(source, file);
  } finally {
    source.close();
  }
}

/** Copies pictures except unfinished files and those that are already copied. */
function copyPictures(from, to) {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = path.join(to, entry.name);
    if (!entry.isFile() || !/^[\w-][\w.-]*$/.test(entry.name) || existsSync(target)) continue;
    try {
      copy(path.join(from, entry.name), target);
    } catch (error) {
      // The cover was replaced just now.
      if (error.code !== "ENOENT") throw error;
    }
  }
}

function prune(backups, keep) {
  const old = readdirSync(backups)
    .filter((name) => BACKUP.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) rmSync(path.join(backups, name), { recursive: true, force: true });
  if (old.length > 0) say(`Removed ${old.length} older ${old.length === 1 ? "backup" : "backups"}.`);
}

/** Deletes unfinished backups older than a day, which are no longer being written. */
function removeUnfinished(backups) {
  for (const name of readdirSync(backups)) {
    const folder = path.join(backups, name);
    if (name.startsWith(`${UNFINISHED}kitab-`) && Date.now() - statSync(folder).mtimeMs > DAY_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

await runCommand({ usage: USAGE, readArguments, work: backUp, failed: "No backup was made" });
