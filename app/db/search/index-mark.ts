import { createHash } from "node:crypto";
import { BOOK_SEARCH } from "./book-search.server";
import { type SubjectName, SUBJECTS, WITH_NEAR_WORDS } from "./subjects";
import { tokensOf } from "./tokens";

/** Words in many scripts: when the rules that split them or make their keys change, so does what becomes of these. */
const SPECIMEN =
  "Rāmāyaṇa R. K. Narayan's 1,978 premchand Khwaja राम क़लम ज्ञान गोदान प्रेमचंद কবিতা রবীন্দ্রনাথ கவிதை பொன்னியின் செல்வன் " +
  "వేయి ಪರ್ವ ഖസാക്കിന്റെ ગાંધી ਪੰਜਾਬ ଓଡ଼ିଆ غالب دیوان";

const marks = new Map<SubjectName, string>();

/** A digest of the texts and rules of which this version makes an index: it is made anew when the digest changes. */
export function markOf(name: SubjectName): string {
  const mark = marks.get(name) ?? makeMark(name);
  marks.set(name, mark);
  return mark;
}

function makeMark(name: SubjectName): string {
  const subject = SUBJECTS[name];
  // Only subjects that forgive wrong letters depend on how.
  const isNear = subject.texts.some(({ near }) => near);
  const texts = SUBJECTS.names.texts.map(({ near, ...text }) => (near && isNear ? { ...text, near } : text));
  const tokens = tokensOf({ ...SUBJECTS.names, texts }, { id: 0, name: SPECIMEN });
  const made = [...tokens].map(([column, words]) => [column, [...words]]);
  return createHash("sha256")
    .update(JSON.stringify([subject, WITH_NEAR_WORDS.includes(name) && BOOK_SEARCH, made]))
    .digest("hex");
}
