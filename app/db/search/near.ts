/**
 * How many wrong letters a word may have: short words are too near to each other.
 * @param word a word, or a phonetic key @param long the length from which on it may have two
 */
export function mistakesAllowed(word: string, long = 7): 0 | 1 | 2 {
  // Another number is another thing.
  if (word.length < 4 || /^[0-9]+$/.test(word)) return 0;
  return word.length < long ? 1 : 2;
}

/**
 * Whether one word becomes the other by at most so many mistakes: a letter wrong, missing, too many, or two neighbours
 * exchanged (each letter is changed once at most). Work: the length of the words times `most`.
 */
export function isNear(a: string, b: string, most: 1 | 2): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  if (a === b) return true;
  return distance(a, b, most) <= most;
}

/**
 * Damerau's distance (optimal string alignment) in the band of cells that may be within `most`; more than `most` as soon
 * as that is certain.
 */
function distance(a: string, b: string, most: number): number {
  const width = 2 * most + 1;
  const far = most + 1;
  // Three rows of the band, one after another. Cell k of row i is column i + k - most.
  const rows = new Uint8Array(3 * width).fill(far);
  for (let k = most; k < width; k += 1) rows[k] = k - most;
  for (let i = 1; i <= a.length; i += 1) {
    const row = (i % 3) * width;
    const before = ((i + 2) % 3) * width;
    const beforeThat = ((i + 1) % 3) * width;
    let least = far;
    for (let k = 0; k < width; k += 1) {
      const j = i + k - most;
      let cost = far;
      if (j === 0) cost = Math.min(far, i);
      else if (j > 0 && j <= b.length) {
        const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
        cost = rows[before + k]! + (isSame ? 0 : 1);
        if (k > 0) cost = Math.min(cost, rows[row + k - 1]! + 1);
        if (k + 1 < width) cost = Math.min(cost, rows[before + k + 1]! + 1);
        if (i > 1 && j > 1 && isExchanged(a, b, i, j)) cost = Math.min(cost, rows[beforeThat + k]! + 1);
      }
      rows[row + k] = Math.min(cost, far);
      least = Math.min(least, cost);
    }
    // An exchange of two letters looks two rows back, and costs one more than there.
    if (least >= far) return far;
  }
  return rows[(a.length % 3) * width + b.length - a.length + most]!;
}

const isExchanged = (a: string, b: string, i: number, j: number) =>
  a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
