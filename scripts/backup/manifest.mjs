// A backup is a folder; its manifest.json, written last, lists the files with their checksums.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { digest, Refusal, sync } from "./files.mjs";

const FORMAT = 1;
const NAME = "manifest.json";
/** The allowed file names of a manifest, all within its folder. */
const FILE = /^(?:kitab\.db|session-secret|coverpages\/[\w-][\w.-]*)$/;

/** @param files relative to the folder, with "/" */
export function writeManifest(folder, about, files) {
  const listed = files.map((name) => {
    const file = path.join(folder, name);
    return { name, bytes: statSync(file).size, sha256: digest(file) };
  });
  const target = path.join(folder, NAME);
  writeFileSync(target, `${JSON.stringify({ format: FORMAT, ...about, files: listed }, null, 2)}\n`);
  sync(target);
}

/** @throws {Refusal} when the folder is not a readable backup */
export function readManifest(folder) {
  const file = path.join(folder, NAME);
  if (!existsSync(file)) throw new Refusal(`${folder} is not a backup: it has no ${NAME}.`);
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Refusal(`${file} cannot be read: the backup is damaged.`);
  }
  if (manifest.format !== FORMAT)
    throw new Refusal(`${folder} was made by another version of Kitab, which this one cannot read.`);
  const names = Array.isArray(manifest.files) ? manifest.files.map(({ name }) => name) : [];
  if (!names.includes("kitab.db") || !names.every((name) => FILE.test(name)))
    throw new Refusal(`${file} lists files that a backup cannot have: it was changed.`);
  return manifest;
}

/** @throws {Refusal} naming the first file that is missing or changed */
export function verifyFiles(folder, manifest) {
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = path.join(folder, name);
    if (!existsSync(file)) throw new Refusal(`The backup is damaged: ${file} is missing.`);
    if (statSync(file).size !== bytes || digest(file) !== sha256)
      throw new Refusal(`The backup is damaged: ${file} has changed. Use another backup.`);
  }
}
