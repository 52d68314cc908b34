import { randomBytes, randomInt } from "node:crypto";
import type { FrameFacts, PageFacts } from "~/http/request/page-facts.server";

/** What a page shows of its customer. */
export interface CustomerFacts {
  frame: FrameFacts;
  page: PageFacts;
}

/** A text or number that is filled into the kept page for one customer. */
export type Filling = string | number;

/**
 * Splits a customer's facts. Customers with the same form share a kept page.
 * - `form`: as JSON, what decides how the page is built. Texts and larger counts are only numbered in it.
 * - `fillings`: these texts and counts, by their numbers.
 * @returns null if a text would change how the page is built: an empty name, or a line break at the beginning, before which
 * a text area gets another one
 */
export function splitFacts(facts: CustomerFacts): { form: string; fillings: Filling[] } | null {
  const fillings: Filling[] = [];
  let canFill = facts.frame.firstName !== "";
  const form = JSON.stringify(facts, (name, value: unknown) => {
    const isCount = name === "cartCount" || name === "wishlistCount";
    if (isCount ? !(Number(value) > 1) : typeof value !== "string" || value === "") return value;
    if (typeof value === "string" && /^[\r\n]/.test(value)) canFill = false;
    return { hole: fillings.push(value as Filling) - 1, isCount };
  });
  return canFill ? { form, fillings } : null;
}

/** What stands in a page where something is to be filled in. Nobody can know it, so that no other text contains it. */
export interface Placeholders {
  /** By the numbers of the holes. */
  facts: string[];
  /** For the nonce, which is fresh in each answer. */
  nonce: string;
}

/**
 * The facts of a stand-in for all customers with this form. Made from the form alone, so that nothing of a customer gets into
 * the rendering.
 */
export function standInFacts(form: string): { facts: CustomerFacts; placeholders: Placeholders } {
  const secret = randomBytes(12).toString("hex");
  const placeholders: Placeholders = { facts: [], nonce: `n${secret}n` };
  const facts = JSON.parse(form, (_, value: unknown) => {
    if (!isHole(value)) return value;
    const stand = value.isCount ? randomInt(2e14, 2.7e14) : `t${secret}${value.hole}t`;
    placeholders.facts[value.hole] = String(stand);
    return stand;
  }) as CustomerFacts;
  return { facts, placeholders };
}

const isHole = (value: unknown): value is { hole: number; isCount: boolean } =>
  typeof value === "object" && value !== null && "hole" in value;

/** Where a hole is, and so how its text is written. */
type Place = "html" | "data" | "nonce";

/** A kept page: pieces with a hole after each but the last. */
export interface CutPage {
  pieces: Buffer[];
  holes: { place: Place; of: number }[];
}

const NONCE = -1;
const SCRIPT = /<script\b[^>]*>([^]*?)<\/script>/g;
const DATA = "window.__reactRouterContext.streamController.enqueue(";
const ATTRIBUTE = /\s([\w:-]+)="[^"]*$/;
const TEXT_ATTRIBUTES = new Set(["aria-label", "title", "value"]);
const NONCE_ATTRIBUTES = new Set(["nonce", "content"]);

/**
 * Cuts a rendered page at its placeholders.
 * @throws if one is where no text of a customer belongs: in a script of another kind, a style, a link
 */
export function cutPage(html: string, { facts, nonce }: Placeholders): CutPage {
  const scripts = [...html.matchAll(SCRIPT)].map((found) => {
    const end = found.index + found[0].length - "</script>".length;
    return { begin: end - found[1]!.length, end, isData: found[1]!.startsWith(DATA) };
  });
  const numbers = new Map([...facts.map((text, at) => [text, at] as const), [nonce, NONCE]]);
  const cut: CutPage = { pieces: [], holes: [] };
  let from = 0;
  let next = 0;
  for (const { 0: text, index } of html.matchAll(new RegExp([...numbers.keys()].join("|"), "g"))) {
    const of = numbers.get(text)!;
    while (next < scripts.length && scripts[next]!.end <= index) next += 1;
    const script = scripts[next];
    const place = placeOf(html, index, script && script.begin <= index ? script : undefined, of === NONCE);
    cut.pieces.push(Buffer.from(html.slice(from, index)));
    cut.holes.push({ place, of });
    from = index + text.length;
  }
  cut.pieces.push(Buffer.from(html.slice(from)));
  return cut;
}

function placeOf(html: string, at: number, script: { isData: boolean } | undefined, isNonce: boolean): Place {
  if (script?.isData && !isNonce) return "data";
  const tag = html.lastIndexOf("<", at);
  // React escapes < and > in texts and attributes.
  const isInTag = tag > html.lastIndexOf(">", at);
  const attribute = isInTag ? ATTRIBUTE.exec(html.slice(tag, at))?.[1] : undefined;
  const fits = isNonce
    ? attribute !== undefined && NONCE_ATTRIBUTES.has(attribute)
    : isInTag
      ? attribute !== undefined && TEXT_ATTRIBUTES.has(attribute)
      : !/^<style/i.test(html.slice(tag));
  if (script || !fits)
    throw new Error(`a kept page cannot have a text of a customer at ${html.slice(tag, at)}`);
  return isNonce ? "nonce" : "html";
}

/** The page for one customer. @param nonce of this answer */
export function fillPage({ pieces, holes }: CutPage, fillings: readonly Filling[], nonce: string): Buffer {
  const nonceBytes = Buffer.from(nonce);
  const inHtml = fillings.map((text) => Buffer.from(escapeText(String(text))));
  const inData = fillings.map((text) => Buffer.from(escapeData(text)));
  const parts: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < pieces.length; at++) {
    const hole = holes[at];
    const piece = pieces[at]!;
    parts.push(piece);
    size += piece.length;
    if (!hole) break;
    const part = hole.of === NONCE ? nonceBytes : (hole.place === "data" ? inData : inHtml)[hole.of]!;
    parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts, size);
}

const ENTITIES: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** As React writes texts and attributes. */
const escapeText = (text: string) => text.replace(/["&'<>]/g, (character) => ENTITIES[character]!);

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** As React Router writes the page's data: JSON within a text of a script, in which nothing can end the script. */
function escapeData(value: Filling): string {
  if (typeof value === "number") return String(value);
  const json = JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1);
  return json.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character]!);
}
