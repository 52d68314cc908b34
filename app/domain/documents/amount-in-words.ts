const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** India groups by crore, lakh, thousand and hundred; more than 99 crore is counted in crores. */
const GROUPS = [
  [10_000_000, "crore"],
  [100_000, "lakh"],
  [1000, "thousand"],
  [100, "hundred"],
] as const;

function words(number: number): string {
  if (number < 20) return SMALL[number]!;
  if (number < 100) {
    const unit = number % 10;
    return TENS[Math.floor(number / 10)]! + (unit === 0 ? "" : `-${SMALL[unit]!}`);
  }
  const [size, name] = GROUPS.find(([least]) => number >= least)!;
  const rest = number % size;
  return `${words(Math.floor(number / size))} ${name}${rest === 0 ? "" : ` ${words(rest)}`}`;
}

/**
 * An amount as bills spell it out.
 * @param paise integer paise, not negative
 * @returns e.g. "Rupees one lakh twenty-three thousand four hundred fifty-six and fifty paise only"
 */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const parts = [`${rupees === 1 ? "Rupee" : "Rupees"} ${words(rupees)}`];
  if (rest > 0) parts.push(`${words(rest)} ${rest === 1 ? "paisa" : "paise"}`);
  return `${parts.join(" and ")} only`;
}
