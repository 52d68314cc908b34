// npm run restore: puts a backup in the place of a shop that is not running. One rename changes the shop over; until
// then it is whole as it was, and a copy of it stays.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import SQLite from "better-sqlite3";
import { complain, runCommand, say } from "./backup/command.mjs";
import {
  copy,
  dataFolder,
  digest,
  Refusal,
  requireOwner,
  ROOT,
  stampOf,
  sync,
  UNFINISHED,
} from "./backup/files.mjs";
import { readManifest, verifyFiles } from "./backup/manifest.mjs";
import { copyDatabase, describe, tally } from "./backup/shop.mjs";

const USAGE = `Usage: npm run restore -- BACKUP [--force] [--data DIR]

Puts the backup in this folder (see npm run backup) in the place of the shop, which must be stopped. The shop as it was
stays in the data folder as replaced-<moment>. The next start brings the schema up to date.

  --force      also when the shop holds something newer than the backup, or cannot be read
  --data DIR   the shop's data folder; DATA_DIR, or data, when not told

Ends with 0 when the backup is in place; 1 when it was refused; 2 when it was not asked rightly.
`;

const STAGING = `${UNFINISHED}restore-`;

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { force: { type: "boolean" }, data: { type: "string" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (!values.help && positionals.length !== 1) throw new Error("Which backup? Name one folder.");
  return { ...values, backup: positionals[0] };
}

async function restore({ backup, data, force }) {
  const source = path.resolve(backup);
  const manifest = readManifest(source);
  requireKnownSchema(manifest);
  say(`Checking ${manifest.files.length} files …`);
  verifyFiles(source, manifest);

  const dataDir = dataFolder(data);
  mkdirSync(dataDir, { recursive: true });
  requireOwner(dataDir);
  const database = path.join(dataDir, "kitab.db");
  const current = existsSync(database) ? takeHold(database, force) : null;
  let staged;
  try {
    if (current?.db && !force) requireNothingNewer(current.db, manifest);
    staged = stage(source, manifest, dataDir);
    const replaced = current && (await keepAside(current.db, dataDir));
    placePictures(source, manifest, dataDir);
    renameSync(path.join(staged, "kitab.db"), database);
    sync(dataDir);
    if (existsSync(path.join(staged, "session-secret")))
      renameSync(path.join(staged, "session-secret"), path.join(dataDir, "session-secret"));
    sync(dataDir);
    say(`Restored the shop of ${manifest.takenAt}: ${tally(manifest.counts)}.`);
    manifest.problems.forEach((problem) => complain(`Not as it should be: ${problem}.`));
    if (replaced) say(`The shop as it was stays in ${replaced}.`);
  } finally {
    if (staged) rmSync(staged, { recursive: true, force: true });
    current?.db?.close();
  }
}

/** An older program would take a newer database for its own and go wrong with it. */
function requireKnownSchema({ schema, program }) {
  const known = new Set(
    readdirSync(path.join(ROOT, "migrations")).map((name) => path.basename(name, ".sql")),
  );
  const unknown = schema.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Refusal(
      `The backup was made by a newer Kitab (${program}), whose schema this one does not know (${unknown[0]}). Install that version first.`,
    );
}

/**
 * A shop, and whoever else has the database open, holds a lock on it as long as its process lives; the system takes the
 * lock away with the process. This asks for it alone and keeps it, so that no shop can start meanwhile.
 * @returns the open database; none when it cannot be read and that is wanted
 */
function takeHold(file, force) {
  requireOwner(file);
  const db = new SQLite(file, { timeout: 300 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    // Folds the log into the file: from here on the file alone is the shop.
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
        `The shop in ${path.dirname(file)} cannot be read (${error.message}). Make sure that it is stopped; then --force replaces it and keeps its files.`,
      );
    return { db: null };
  }
}

function requireNothingNewer(db, manifest) {
  for (const [table, moment] of Object.entries(describe(db).newest)) {
    const inBackup = manifest.newest[table] ?? "";
    if (moment > inBackup)
      throw new Refusal(
        `The shop holds something newer than the backup (${table}: ${moment}; in the backup: ${inBackup || "none"}), which would be lost. --force replaces it all the same and keeps it aside.`,
      );
  }
}

/** What the one rename needs, on the same file system. @returns the folder */
function stage(source, manifest, dataDir) {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(STAGING)) rmSync(path.join(dataDir, name), { recursive: true });
  const folder = path.join(dataDir, STAGING + stampOf(new Date()));
  mkdirSync(folder, { mode: 0o700 });
  for (const { name, sha256 } of manifest.files.filter(({ name }) => !name.includes("/"))) {
    copy(path.join(source, name), path.join(folder, name));
    if (digest(path.join(folder, name)) !== sha256) throw new Refusal(`${name} could not be copied whole.`);
  }
  return folder;
}

/**
 * A data folder with the shop as it is now: the database copied, pictures under a second name, which costs no space.
 * @param db none: what cannot be read is kept as it stands
 * @returns the folder
 */
async function keepAside(db, dataDir) {
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
  if (db) {
    await copyDatabase(db, path.join(folder, "kitab.db"));
  } else {
    copy(path.join(dataDir, "kitab.db"), path.join(folder, "kitab.db"));
    for (const name of ["kitab.db-wal", "kitab.db-shm", "kitab.db-journal"])
      if (existsSync(path.join(dataDir, name))) renameSync(path.join(dataDir, name), path.join(folder, name));
  }
  sync(path.join(folder, "kitab.db"));
  sync(folder);
  return folder;
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Beside those that are there: a file's name tells its content, so the shop as it is loses none. */
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

await runCommand({ usage: USAGE, readArguments, work: restore, failed: "The restore was cut off" });
