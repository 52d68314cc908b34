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

/** Indian number names group by crore, lakh, thousand and hundred; above 99 crore they count crores. */
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
 * An amount in words, as bills show it.
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
