import type { Settings } from "./settings";

/** 'NLB/26-27/000001' has 16 characters, as many as GST Rules 46 and 49 allow. */
export const PREFIX_MAX = 3;

/** Used when the shop's name has no Latin letters or digits. */
const DEFAULT_PREFIX = "INV";

/** The prefix of invoice numbers: from the settings, else made from the shop's name. @returns e.g. "NLB" */
export function invoicePrefix({
  invoicePrefix: own,
  shopName,
}: Pick<Settings, "invoicePrefix" | "shopName">) {
  return own || initials(shopName);
}

/** "Neem Leaf Books" gives NLB; a single word gives its first and last letter, so "Kitab" gives KB. */
function initials(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? [];
  if (words.length === 0) return DEFAULT_PREFIX;
  const [only, ...others] = words;
  if (others.length === 0) return only!.length > 1 ? only![0]! + only!.at(-1)! : only!;
  return words
    .slice(0, PREFIX_MAX)
    .map((word) => word[0])
    .join("");
}
