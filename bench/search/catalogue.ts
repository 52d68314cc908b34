// A catalogue in ten scripts: its titles and names are made by rules from Indian words, always the same ones.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Db, ShopDatabase } from "~/db/database.server";
import { idsWereGiven } from "~/db/next-id.server";
import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { fillSampleShop } from "../../app/sample/fill";
import {
  FIRST_NAMES,
  LAST_NAMES,
  PUBLISHERS,
  QUALITIES,
  TAGS,
  THINGS,
} from "../../app/sample/generate-words";
import { namedIds } from "../../app/sample/names";
import { between, mixedOrder, pick, pickSkewed, type Random, seededRandom } from "../../app/sample/random";
import { inLatin, inScript, type Script } from "./spellings";

/** Languages with the script of each; Hindi and Marathi share one. */
const LANGUAGES: readonly [string, Script][] = [
  ["Hindi", "devanagari"],
  ["Bengali", "bengali"],
  ["Tamil", "tamil"],
  ["Telugu", "telugu"],
  ["Marathi", "devanagari"],
  ["Malayalam", "malayalam"],
  ["Gujarati", "gujarati"],
  ["Kannada", "kannada"],
  ["Urdu", "urdu"],
  ["Punjabi", "gurmukhi"],
  ["Odia", "oriya"],
];

const FIRST =
  `rāma kr̥ṣṇa candra sūrya dēva dharma karma prēma nīla pūrṇa ānanda jīvana mōhana madhu mēgha svarṇa rājya nagara
  grāma sāgara parvata nadī vana puṣpa kamala padma vijaya jaya śānti śakti bhakti mukti kavi kāvya gīta nāṭaka kathā
  svapna dīpa jyōti tārā ākāśa pr̥thvī agni vāyu jala varṣā vasanta hēmanta śarada prabhāta sandhyā rātri divasa yuga kāla
  mitra bandhu guru śiṣya rājā vīra sundara śyāma gaura lalita kōmala madhura ananta amr̥ta viśva lōka jana mānava nara
  nārī bāla kumāra kanyā gōpāla nārāyaṇa śiva viṣṇu brahma durgā lakṣmī sarasvatī gaṇēśa hanumāna arjuna bhīma draupadī
  sītā rādhā mīrā kabīra tulasī nānaka śrāvaṇa phālguna pūrṇimā sōma maṅgala himālaya gaṅgā yamunā kāvērī kōkila mayūra
  haṁsa siṁha gaja aśva camēlī kētakī mālatī`.split(/\s+/);

const SECOND =
  `candra nātha dāsa dēva rāja kumāra mālā gāthā kathā kāvya caritra purāṇa saṅgraha vilāsa prakāśa sāgara mandira
  nagara pura vana śikhara tīra patha yātrā darśana mañjarī latā maṇi ratna dīpikā kaumudī taraṅga laharī vāṇī gīta bhūmi
  lōka rēkhā chāyā jala jñāna vr̥kṣa dhārā svara kalā`.split(/\s+/);

/** A book of the catalogue, with its words as queries are made from them. */
export interface MadeBook {
  id: number;
  title: string;
  originalTitle: string | null;
  /** The words of the title in ISO 15919; null for a title in English. */
  iso: string[] | null;
  script: Script | null;
  author: string;
  publisher: string;
  language: string;
  year: number;
  isbn: string | null;
}

const FIRST_ID = 1001;

/** The n-th book, always the same. */
export function makeBook(ordinal: number): MadeBook {
  const random = seededRandom(ordinal + 77_000);
  const [language, script] = pickSkewed(random, LANGUAGES);
  const kind = random();
  const isEnglish = kind < 0.1;
  const iso = isEnglish ? null : titleWords(random);
  const native = iso && iso.map((word) => inScript(word, script)).join(" ");
  const latin = iso && iso.map((word) => capital(inLatin(word, "plain"))).join(" ");
  // Two in three have the title in its own script, the others in Latin letters, with the original title.
  const isNative = kind > 0.4;
  return {
    id: FIRST_ID + ordinal,
    title: iso === null ? englishTitle(random) : isNative ? native! : latin!,
    originalTitle: iso === null || isNative ? null : native,
    iso,
    script: iso === null ? null : script,
    author: authorName(random, iso !== null && isNative && random() < 0.5 ? script : null),
    publisher: pickSkewed(random, PUBLISHERS),
    language: iso === null ? "English" : language,
    year: between(random, 1900, 2025),
    isbn: random() < 0.5 ? isbnOf(ordinal) : null,
  };
}

/** Two or three words, most of them joined from two. */
function titleWords(random: Random): string[] {
  return Array.from({ length: between(random, 2, 3) }, () => {
    const first = pick(random, FIRST);
    const second = pick(random, SECOND);
    return random() < 0.25 || first === second ? first : first + second;
  });
}

const englishTitle = (random: Random) =>
  `The ${pick(random, QUALITIES)} ${pick(random, THINGS)} and the ${pick(random, QUALITIES)} ${pick(random, THINGS)}`;

const PAIR = mixedOrder(FIRST_NAMES.length * LAST_NAMES.length);

function authorName(random: Random, script: Script | null): string {
  if (script !== null)
    return [pick(random, FIRST), pick(random, SECOND)].map((word) => inScript(word, script)).join(" ");
  const pair = PAIR(between(random, 0, 2999));
  return `${FIRST_NAMES[pair % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(pair / FIRST_NAMES.length)]}`;
}

function isbnOf(ordinal: number): string {
  const twelve = `97881${String(ordinal * 7 + 1_000_003)
    .padStart(7, "0")
    .slice(0, 7)}`;
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const BATCH = 400;
const NOW = "2026-11-21T10:00:00.000Z";

/**
 * Fills an empty shop with the sample catalogue and made books.
 * @returns how many milliseconds the made books took
 */
export async function fillCatalogue(db: ShopDatabase, dataDir: string, count: number): Promise<number> {
  const coversDir = path.join(dataDir, "covers");
  mkdirSync(coversDir, { recursive: true });
  await fillSampleShop(db, { coversDir, now: new Date(NOW) });
  const started = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const books = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => makeBook(from + at));
    await db.write.transaction().execute((trx) => insertBooks(trx, books));
  }
  return performance.now() - started;
}

async function insertBooks(trx: Db, books: readonly MadeBook[]): Promise<void> {
  const authorId = await namedIds(
    trx,
    "authors",
    books.map(({ author }) => author),
  );
  const publisherId = await namedIds(trx, "publishers", PUBLISHERS);
  const languageId = await namedIds(trx, "languages", [...new Set(books.map(({ language }) => language))]);
  const tagId = await namedIds(trx, "tags", TAGS);
  await trx
    .insertInto("books")
    .values(
      books.map((book) => ({
        id: book.id,
        title: book.title,
        original_title: book.originalTitle,
        brief: "A book of the catalogue that search is measured with.",
        description: "It has a title, an author, a publisher and a year, and nothing else to be found by.",
        isbn13: book.isbn,
        publisher_id: publisherId(book.publisher),
        language_id: languageId(book.language),
        price: 29_900,
        sale_price: null,
        stock: 10,
        page_count: 200,
        published_on: String(book.year),
        cover: null,
        hidden: 0 as const,
        featured: 0 as const,
        created_at: NOW,
        updated_at: NOW,
      })),
    )
    .execute();
  await idsWereGiven(trx, "books");
  await trx
    .insertInto("book_contributors")
    .values(
      books.map(({ id, author }) => ({
        book_id: id,
        author_id: authorId(author),
        role: AUTHOR_ROLE,
        position: 0,
      })),
    )
    .execute();
  await trx
    .insertInto("book_tags")
    .values(books.map(({ id }) => ({ book_id: id, tag_id: tagId(TAGS[id % TAGS.length]!) })))
    .execute();
}
