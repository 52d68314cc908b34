// npm run restore: replaces a stopped shop with a backup. The database is replaced by one rename; until then the shop
// stays as it was, and a copy of it is kept.
import "./node/required.mjs";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import SQLite from "better-sqlite3";
import { complain, runCommand, say } from "./backup/command.mjs";
import { copy, digest, Refusal, requireOwner, ROOT, stampOf, sync, UNFINISHED } from "./backup/files.mjs";
import { readManifest, verifyFiles } from "./backup/manifest.mjs";
import { placeOf } from "./backup/place.mjs";
import { hasShop, keepDatabase, restoreDatabase } from "./backup/postgres.mjs";
import { copyDatabase, describe, tally } from "./backup/shop.mjs";

const USAGE = `Usage: npm run restore -- BACKUP [--force] [--replace] [--data DIR]

Replaces the shop, which must be stopped, with the backup in this folder (see npm run backup). The shop as it was is
kept in the data folder as replaced-<time>. The next start brings the schema up to date.

With DATABASE_URL the backup is copied into that database on PostgreSQL. If this is interrupted, the shop does not start until
the same restore has been run again.

  --force      also if the shop has data newer than the backup, or cannot be read
  --replace    on PostgreSQL: also if the database has a shop already
  --data DIR   the shop's data folder; default: DATA_DIR, or data

Exits with 0 when the backup was restored; 1 when it was refused; 2 for wrong arguments.
`;

const STAGING = `${UNFINISHED}restore-`;

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      force: { type: "boolean" },
      replace: { type: "boolean" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (!values.help && positionals.length !== 1) throw new Error("Please name the folder of one backup.");
  return { ...values, backup: positionals[0] };
}

async function restore({ backup, data, force, replace }) {
  const source = path.resolve(backup);
  const manifest = readManifest(source);
  requireKnownSchema(manifest);
  say(`Checking ${manifest.files.length} files …`);
  verifyFiles(source, manifest);

  const { dataDir, url } = placeOf(data);
  mkdirSync(dataDir, { recursive: true });
  requireOwner(dataDir);
  if (url) return restoreToPostgres(source, manifest, { dataDir, force, replace });
  const database = path.join(dataDir, "kitab.db");
  const current = existsSync(database) ? takeHold(database, force) : null;
  let staged;
  try {
    if (current?.db && !force) requireNothingNewer(current.db, manifest);
    staged = stage(source, manifest, dataDir);
    const replaced = current && (await keepAside(dataDir, (folder) => keepFile(current.db, dataDir, folder)));
    placePictures(source, manifest, dataDir);
    renameSync(path.join(staged, "kitab.db"), database);
    sync(dataDir);
    if (existsSync(path.join(staged, "session-secret")))
      renameSync(path.join(staged, "session-secret"), path.join(dataDir, "session-secret"));
    sync(dataDir);
    report(manifest, replaced);
  } finally {
    if (staged) rmSync(staged, { recursive: true, force: true });
    current?.db?.close();
  }
}

function report(manifest, replaced) {
  say(`Restored the shop of ${manifest.takenAt}: ${tally(manifest.counts)}.`);
  manifest.problems.forEach((problem) => complain(`Problem: ${problem}.`));
  if (replaced) say(`The shop as it was is kept in ${replaced}.`);
}

/**
 * Copies the backup into the database of DATABASE_URL. While this is not complete, the database is marked, and the shop does
 * not start on it; the same restore goes on.
 */
async function restoreToPostgres(source, manifest, { dataDir, force, replace }) {
  const isThere = await hasShop(dataDir);
  if (isThere && !replace)
    throw new Refusal(
      "The database of DATABASE_URL has a shop already. Use --replace to replace it by the backup and keep a copy of it.",
    );
  let staged;
  try {
    const replaced =
      isThere && (await keepAside(dataDir, (folder) => keepCopy(dataDir, folder, manifest, force)));
    staged = stage(source, manifest, dataDir);
    placePictures(source, manifest, dataDir);
    await restoreDatabase(dataDir, path.join(staged, "kitab.db"));
    report(manifest, replaced);
    if (existsSync(path.join(staged, "session-secret")))
      say(
        `The backup has a secret: start the shop with SESSION_SECRET as in ${path.join(source, "session-secret")}.`,
      );
  } finally {
    if (staged) rmSync(staged, { recursive: true, force: true });
  }
}

/** Copies a database on PostgreSQL, and refuses if it has newer data than the backup, unless forced. */
async function keepCopy(dataDir, folder, manifest, force) {
  const file = path.join(folder, "kitab.db");
  try {
    await keepDatabase(dataDir, file);
    const db = new SQLite(file);
    try {
      if (!force) requireNothingNewer(db, manifest);
    } finally {
      db.close();
    }
  } catch (error) {
    // Nothing was replaced.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Refuses a backup of a newer version, since an older program cannot work with its database; and one of before version 1.0
 * that the next start could not bring up to date (app/db/migrating/before-1.0.server.ts).
 */
function requireKnownSchema({ schema, program }) {
  const migrations = path.join(ROOT, "migrations");
  const { last, baseline, commit } = JSON.parse(
    readFileSync(path.join(migrations, "before-1.0.json"), "utf8"),
  );
  if (!schema.includes(baseline) && !schema.includes(last))
    throw new Refusal(
      `The backup was made by a Kitab before version 1.0 (${program}), and is too old for this one. Restore and start it once with the commit ${commit}; then back it up, or go on with this version.`,
    );
  const known = new Set(
    ["", "sqlite", "postgres"].flatMap((folder) =>
      readdirSync(path.join(migrations, folder)).map((name) => path.basename(name, ".sql")),
    ),
  );
  const unknown = schema.filter((name) => name > last && !known.has(name));
  if (unknown.length > 0)
    throw new Refusal(
      `The backup was made by a newer Kitab (${program}), whose schema this one does not know (${unknown[0]}). Install that version first.`,
    );
}

/**
 * Takes an exclusive lock on the database and keeps it, so that no shop can start meanwhile. Every process that has
 * the database open holds a lock on it, which the system releases when the process ends.
 * @returns the open database; null if it cannot be read and `force` is set
 */
function takeHold(file, force) {
  requireOwner(file);
  const db = new SQLite(file, { timeout: 300 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    // Merges the WAL into the file: from here on the file alone is the database.
    db.pragma("journal_mode = DELETE");
    db.exec("begin exclusive; commit");
    describe(db);
    return { db };
  } catch (error) {
    db.close();
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(error.code))
      throw new Refusal(
        `The shop in ${path.dirname(file)} is running, or something else has its database open (Litestream, another backup). Stop it first.`,
      );
    if (!force)
      throw new Refusal(
        `The shop in ${path.dirname(file)} cannot be read (${error.message}). Make sure that it is stopped; then use --force to replace it and keep its files.`,
      );
    return { db: null };
  }
}

function requireNothingNewer(db, manifest) {
  for (const [table, moment] of Object.entries(describe(db).newest)) {
    const inBackup = manifest.newest[table] ?? "";
    if (moment > inBackup)
      throw new Refusal(
        `The shop has data newer than the backup (${table}: ${moment}; in the backup: ${inBackup || "none"}), which would be lost. Use --force to replace it anyway and keep a copy of it.`,
      );
  }
}

/** Copies the files to be renamed to the same file system. @returns the folder */
function stage(source, manifest, dataDir) {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(STAGING)) rmSync(path.join(dataDir, name), { recursive: true });
  const folder = path.join(dataDir, STAGING + stampOf(new Date()));
  mkdirSync(folder, { mode: 0o700 });
  for (const { name, sha256 } of manifest.files.filter(({ name }) => !name.includes("/"))) {
    copy(path.join(source, name), path.join(folder, name));
    if (digest(path.join(folder, name)) !== sha256)
      throw new Refusal(`${name} could not be copied completely.`);
  }
  return folder;
}

/**
 * Copies the present shop to a data folder: pictures are hard-linked, which needs no space.
 * @param keepDatabaseIn copies its database into the folder
 * @returns the folder
 */
async function keepAside(dataDir, keepDatabaseIn) {
  const folder = path.join(dataDir, `replaced-${stampOf(new Date())}`);
  const pictures = path.join(dataDir, "coverpages");
  mkdirSync(path.join(folder, "coverpages"), { recursive: true, mode: 0o700 });
  say(`Keeping the shop as it is in ${folder} …`);
  if (existsSync(pictures)) {
    for (const entry of readdirSync(pictures, { withFileTypes: true }))
      if (entry.isFile() && !entry.name.startsWith("."))
        linkOrCopy(path.join(pictures, entry.name), path.join(folder, "coverpages", entry.name));
  }
  if (existsSync(path.join(dataDir, "session-secret")))
    copy(path.join(dataDir, "session-secret"), path.join(folder, "session-secret"));
  await keepDatabaseIn(folder);
  sync(path.join(folder, "kitab.db"));
  sync(folder);
  return folder;
}

/** @param db null: an unreadable database is kept as it is */
async function keepFile(db, dataDir, folder) {
  if (db) return copyDatabase(db, path.join(folder, "kitab.db"));
  copy(path.join(dataDir, "kitab.db"), path.join(folder, "kitab.db"));
  for (const name of ["kitab.db-wal", "kitab.db-shm", "kitab.db-journal"])
    if (existsSync(path.join(dataDir, name))) renameSync(path.join(dataDir, name), path.join(folder, name));
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Adds the backup's pictures to the existing ones: names contain a hash, so none is overwritten. */
function placePictures(source, manifest, dataDir) {
  const folder = path.join(dataDir, "coverpages");
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes, sha256 } of manifest.files.filter(({ name }) => name.startsWith("coverpages/"))) {
    const target = path.join(dataDir, name);
    if (existsSync(target) && statSync(target).size === bytes && digest(target) === sha256) continue;
    const unfinished = path.join(folder, UNFINISHED + path.basename(name));
    copy(path.join(source, name), unfinished);
    renameSync(unfinished, target);
  }
  sync(folder);
}

await runCommand({ usage: USAGE, readArguments, work: restore, failed: "The restore failed" });
