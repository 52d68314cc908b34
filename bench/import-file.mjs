// A CSV file as publishers have it, for bench/imports.mjs.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

const WORDS =
  "river mango monsoon letters village garden night teacher wheel lantern song market temple road mirror stone tiger kite banyan harvest".split(
    " ",
  );
const PEOPLE = 8_000;
const PUBLISHERS = 120;
const TAGS = 60;
const LANGUAGES = ["English", "Hindi", "Bengali", "Tamil", "Marathi", "Urdu", "Malayalam", "Kannada"];

const COLUMNS =
  "ISBN,SKU,Title,Subtitle,Contributors,Brief,Description,Price,Sale Price,Stock,Tags,Publisher,Language,Format,Pages,Published,Weight (g)".split(
    ",",
  );

const text = (seed, words) =>
  Array.from({ length: words }, (_, n) => WORDS[(seed * 7 + n * 13 + (n % 5) * seed) % WORDS.length]).join(
    " ",
  );

/** The check digit of the first twelve digits. */
function isbnOf(index) {
  const digits = `978${String(800_000_000 + index).padStart(9, "0")}`;
  const sum = [...digits].reduce((total, digit, n) => total + Number(digit) * (n % 2 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

const rowOf = (index) => [
  isbnOf(index),
  `SKU-${index}`,
  `The ${text(index, 3)} ${index}`,
  text(index + 1, 4),
  `Author ${index % PEOPLE}; Translator ${(index * 31) % PEOPLE} (Translator)`,
  text(index + 2, 25),
  `"${text(index + 3, 110)}.\n\n${text(index + 4, 40)}."`,
  100 + (index % 900),
  index % 4 === 0 ? 90 : "",
  index % 60,
  `Tag ${index % TAGS}; Tag ${(index * 7 + 1) % TAGS}; Tag ${(index * 3 + 2) % TAGS}`,
  `Publisher ${index % PUBLISHERS}`,
  LANGUAGES[index % LANGUAGES.length],
  index % 3 ? "Paperback" : "Hardback",
  80 + (index % 700),
  `${1950 + (index % 75)}`,
  120 + (index % 600),
];

/** Writes a file of so many new books. */
export async function writeCatalogue(file, rows) {
  const out = createWriteStream(file);
  out.write(`${COLUMNS.join(",")}\n`);
  for (let index = 0; index < rows; index += 1)
    if (!out.write(`${rowOf(index).join(",")}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}
