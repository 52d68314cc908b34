/** An email address as it was typed: a domain's "xn--exmple-cua" is "exämple" again. Anything else stays as it is. */
export function shownAddress(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + email.slice(at).split(".").map(labelAsTyped).join(".");
}

function labelAsTyped(label: string): string {
  const coded = /^xn--([a-z0-9-]+)$/i.exec(label)?.[1];
  return (coded && decoded(coded.toLowerCase())) || label;
}

// RFC 3492: the numbers of its section 5.
const BASE = 36;
const FEWEST = 1;
const MOST = 26;

/**
 * Reads Punycode (RFC 3492, section 6.2): the plain letters, then where each other letter stands among them.
 * @returns null when it is none
 */
function decoded(coded: string): string | null {
  const end = Math.max(coded.lastIndexOf("-"), 0);
  const letters = coded.slice(0, end).split("");
  let [code, bias, place] = [128, 72, 0];
  for (let at = end && end + 1; at < coded.length;) {
    const from = place;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(coded.charAt(at++) || "-");
      if (digit < 0) return null;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, FEWEST), MOST);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapted(place - from, letters.length + 1, from === 0);
    code += Math.floor(place / (letters.length + 1));
    place %= letters.length + 1;
    if (code > 0x10ffff) return null;
    letters.splice(place++, 0, String.fromCodePoint(code));
  }
  return letters.join("");
}

function adapted(distance: number, letters: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? 700 : 2));
  delta += Math.floor(delta / letters);
  let bias = 0;
  for (; delta > ((BASE - FEWEST) * MOST) / 2; bias += BASE) delta = Math.floor(delta / (BASE - FEWEST));
  return bias + Math.floor(((BASE - FEWEST + 1) * delta) / (delta + 38));
}
