import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSheetName } from "~/domain/shop/look/look";
import { type LookFiles, lookSheet } from "~/domain/shop/look/look-sheet.server";
import { ROOT } from "~/process/config.server";

interface Sheet {
  text: string;
  /** As a Content-Security-Policy names it. */
  hash: string;
}

const LINK = /<link\b(?=[^>]* rel="stylesheet")[^>]* href="(\/(?:assets|look)\/[\w.-]+\.css)"[^>]*?(?=\/?>)/g;

/**
 * Puts a page's stylesheets into the page: so its first paint waits for one round trip and not for two. The links stay, but
 * load nothing, since React expects them; and when it takes one away, its sheet goes too (ui/frame/page-sheets.ts).
 * @param files of the look's sheet; without them it stays a link
 * @returns the page, and the hashes of its sheets for the policy; a link to a sheet that is not there stays as it is
 */
export function inlineSheets(html: string, files?: LookFiles): { html: string; hashes: string[] } {
  const end = html.indexOf("</head>");
  const hashes = new Set<string>();
  const head = html.slice(0, end).replace(LINK, (link: string, address: string) => {
    const sheet = sheetAt(address, files);
    if (!sheet) return link;
    hashes.add(sheet.hash);
    return `<style data-of="${address}">${sheet.text}</style>${link} disabled=""`;
  });
  return { html: head + html.slice(end), hashes: [...hashes] };
}

const CLIENT = path.join(ROOT, "build/client");

/** The build's, which do not change. */
const built = new Map<string, Sheet>();

function sheetAt(address: string, files?: LookFiles): Sheet | null {
  if (address.startsWith("/look/")) {
    const named = parseSheetName(path.basename(address));
    return named && files ? sheetOf(lookSheet(named.look, named.scope, files)) : null;
  }
  const known = built.get(address);
  if (known) return known;
  const file = path.join(CLIENT, address);
  if (!existsSync(file)) return null;
  const sheet = sheetOf(readFileSync(file, "utf8"));
  built.set(address, sheet);
  return sheet;
}

function sheetOf(text: string): Sheet {
  return { text, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}
