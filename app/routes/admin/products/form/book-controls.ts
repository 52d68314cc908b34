import { isAuthor } from "~/domain/catalogue/books/book";
import type { ChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { RECORD_KEYS, recordField, type RecordSection } from "~/domain/catalogue/books/record/book-record";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import type { BookFormData } from "../page-data.server";
import { type BookAnswer, CHOICE_FIELDS } from "./book-answer";
import { type ContributorRow, personOf, rowIds } from "./contributor-rows";
import type { RecordControls } from "./record-fields";
import type { useBookForm } from "./use-book-form";

/** What the fields of the form of a book get: their values, their messages, and which has the focus. */
export function bookControls(
  { form, fields }: Pick<ReturnType<typeof useBookForm>, "form" | "fields">,
  { book, names }: Pick<BookFormData, "book" | "names">,
  answer: BookAnswer | undefined,
) {
  const people = (answer?.rows ?? contributorRows(book)).map((row, at) => ({
    row,
    id: rowIds.name(at),
    name: personOf(at),
    errors: form.allErrors[personOf(at)],
  }));
  const inOrder = fieldsInOrder(fields, people);
  const focus = answer?.focusOn ? CHOICE_FIELDS[answer.focusOn].ids : firstInvalid(inOrder);
  // After a clash the notice above the form has the focus.
  const autoFocus = answer?.clash ? null : focus;
  const control = (field: Parameters<typeof fieldProps>[0]): FieldControl => ({
    ...fieldProps(field, autoFocus),
    defaultValue: field.initialValue ?? "",
  });
  return {
    people,
    inOrder,
    /** The name of the field that gets the focus. */
    focus,
    control,
    records: Object.fromEntries(RECORD_KEYS.map((key) => [key, control(fields[key])])) as RecordControls,

    codes(scheme: "thema" | "bisac") {
      const { id, name, errors, initialValue } = fields[scheme];
      return control({ id, name, errors, initialValue: [initialValue ?? ""].flat().join(", ") });
    },

    choices(kind: ChoiceKind) {
      const field = fields[CHOICE_FIELDS[kind].ids];
      return {
        ...choiceProps(kind, book, answer),
        id: field.id,
        proposed: names[kind],
        errors: field.errors,
        autoFocus: focus === field.name,
        onChange: () => {
          if (field.errors) form.validate({ name: field.name });
        },
      };
    },
  };
}

type Fields = ReturnType<typeof useBookForm>["fields"];

/** All fields as the form shows them: the first with a message gets the focus. */
function fieldsInOrder<Person>(fields: Fields, people: Person[]) {
  const { title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId } = fields;
  const { description, pageCount, publishedOn, salePrice } = fields;
  const required = [title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId];
  const optional = [description, pageCount, publishedOn, salePrice];
  const fieldsOf = (section: RecordSection) =>
    RECORD_KEYS.filter((key) => recordField(key).section === section).map((key) => fields[key]);
  return [
    ...required,
    ...optional,
    ...fieldsOf("sale"),
    ...fieldsOf("details"),
    fields.furtherLanguageId,
    ...fieldsOf("preorders"),
    ...people,
    ...fieldsOf("series"),
    ...fieldsOf("size"),
    fields.thema,
    fields.bisac,
    ...fieldsOf("tax"),
  ];
}

/** The people of the stored book, but for the authors. */
const contributorRows = (book: EditableBook | null): ContributorRow[] =>
  (book?.contributors ?? []).filter((one) => !isAuthor(one)).map(({ name, role }) => ({ name, role }));

/** The value of a field with chips: from the refused form, else from the stored book. */
function choiceProps(kind: ChoiceKind, book: EditableBook | null, answer: BookAnswer | undefined) {
  const { ids, text } = CHOICE_FIELDS[kind];
  return {
    kind,
    name: ids,
    textName: text,
    chosen: answer?.chosen[kind] ?? book?.[kind === "languages" ? "furtherLanguages" : kind] ?? [],
    text: answer?.texts[kind] ?? "",
    matches: answer?.matches[kind] ?? [],
  };
}
