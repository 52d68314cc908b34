// Files as publishers have them, for bench/imports.mjs: a table, and an ONIX message.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

const WORDS =
  "river mango monsoon letters village garden night teacher wheel lantern song market temple road mirror stone tiger kite banyan harvest".split(
    " ",
  );
const PEOPLE = 8_000;
const PUBLISHERS = 120;
const TAGS = 60;
/** With their codes of ISO 639-2. */
const LANGUAGES = [
  ["English", "eng"],
  ["Hindi", "hin"],
  ["Bengali", "ben"],
  ["Tamil", "tam"],
  ["Marathi", "mar"],
  ["Urdu", "urd"],
  ["Malayalam", "mal"],
  ["Kannada", "kan"],
];

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

/** A book with texts of some 200 words, two people and three tags. */
const bookOf = (index) => ({
  isbn: isbnOf(index),
  sku: `SKU-${index}`,
  title: `The ${text(index, 3)} ${index}`,
  subtitle: text(index + 1, 4),
  author: `Author ${index % PEOPLE}`,
  translator: `Translator ${(index * 31) % PEOPLE}`,
  brief: text(index + 2, 25),
  paragraphs: [`${text(index + 3, 110)}.`, `${text(index + 4, 40)}.`],
  price: 100 + (index % 900),
  salePrice: index % 4 === 0 ? 90 : "",
  stock: index % 60,
  tags: [`Tag ${index % TAGS}`, `Tag ${(index * 7 + 1) % TAGS}`, `Tag ${(index * 3 + 2) % TAGS}`],
  publisher: `Publisher ${index % PUBLISHERS}`,
  language: index % LANGUAGES.length,
  isPaperback: index % 3 > 0,
  pages: 80 + (index % 700),
  published: `${1950 + (index % 75)}`,
  weight: 120 + (index % 600),
});

function rowOf(index) {
  const book = bookOf(index);
  return [
    book.isbn,
    book.sku,
    book.title,
    book.subtitle,
    `${book.author}; ${book.translator} (Translator)`,
    book.brief,
    `"${book.paragraphs.join("\n\n")}"`,
    book.price,
    book.salePrice,
    book.stock,
    book.tags.join("; "),
    book.publisher,
    LANGUAGES[book.language][0],
    book.isPaperback ? "Paperback" : "Hardback",
    book.pages,
    book.published,
    book.weight,
  ].join(",");
}

const element = (name, ...content) => `<${name}>${content.join("")}</${name}>`;

/** A product in ONIX 3.0, with reference tags. */
function productOf(index) {
  const book = bookOf(index);
  const person = (number, role, name) =>
    element(
      "Contributor",
      element("SequenceNumber", number),
      element("ContributorRole", role),
      element("PersonName", name),
    );
  const subject = (name) =>
    element("Subject", element("SubjectSchemeIdentifier", 20), element("SubjectHeadingText", name));
  const words = (type, content) =>
    `<TextContent><TextType>${type}</TextType><ContentAudience>00</ContentAudience><Text textformat="05">${content}</Text></TextContent>`;
  return element(
    "Product",
    element("RecordReference", `bench.${index}`),
    element("NotificationType", "03"),
    element("ProductIdentifier", element("ProductIDType", 15), element("IDValue", book.isbn)),
    element(
      "DescriptiveDetail",
      element("ProductComposition", "00"),
      element("ProductForm", book.isPaperback ? "BC" : "BB"),
      element(
        "Measure",
        element("MeasureType", "08"),
        element("Measurement", book.weight),
        element("MeasureUnitCode", "gr"),
      ),
      element(
        "TitleDetail",
        element("TitleType", "01"),
        element(
          "TitleElement",
          element("TitleElementLevel", "01"),
          element("TitleText", book.title),
          element("Subtitle", book.subtitle),
        ),
      ),
      person(1, "A01", book.author),
      person(2, "B06", book.translator),
      element(
        "Language",
        element("LanguageRole", "01"),
        element("LanguageCode", LANGUAGES[book.language][1]),
      ),
      element(
        "Extent",
        element("ExtentType", "00"),
        element("ExtentValue", book.pages),
        element("ExtentUnit", "03"),
      ),
      ...book.tags.map(subject),
    ),
    element(
      "CollateralDetail",
      words("02", book.brief),
      words("03", book.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("")),
    ),
    element(
      "PublishingDetail",
      element("Publisher", element("PublishingRole", "01"), element("PublisherName", book.publisher)),
      element("PublishingStatus", "04"),
      element(
        "PublishingDate",
        element("PublishingDateRole", "01"),
        `<Date dateformat="05">${book.published}</Date>`,
      ),
    ),
    element(
      "ProductSupply",
      element(
        "SupplyDetail",
        element("Supplier", element("SupplierRole", "01"), element("SupplierName", book.publisher)),
        element("ProductAvailability", "20"),
        element(
          "Price",
          element("PriceType", "02"),
          element("PriceAmount", book.price),
          element("CurrencyCode", "INR"),
        ),
      ),
    ),
  );
}

async function writeLines(file, lines) {
  const out = createWriteStream(file);
  for (const line of lines) if (!out.write(`${line}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}

/** Writes a table of so many new books. @returns its columns */
export async function writeTable(file, rows) {
  await writeLines(
    file,
    (function* () {
      yield COLUMNS.join(",");
      for (let index = 0; index < rows; index += 1) yield rowOf(index);
    })(),
  );
  return COLUMNS;
}

/** Writes an ONIX message of so many new books. @param from the number of the first: those before it are in the shop */
export async function writeOnix(file, rows, from) {
  await writeLines(
    file,
    (function* () {
      yield '<?xml version="1.0" encoding="utf-8"?>';
      yield '<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">';
      yield "<Header><Sender><SenderName>Bench</SenderName></Sender><SentDateTime>20261123</SentDateTime></Header>";
      for (let index = from; index < from + rows; index += 1) yield productOf(index);
      yield "</ONIXMessage>";
    })(),
  );
}
