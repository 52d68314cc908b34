import type { ComponentProps } from "react";
import { isAuthor } from "~/domain/catalogue/book";
import { RECORD_KEYS, recordField, type RecordSection } from "~/domain/catalogue/book-record";
import { LIST_LABELS } from "~/domain/catalogue/book-record.schema";
import { BOOK_MAX } from "~/domain/catalogue/book-form.schema";
import type { EditableBook } from "~/domain/catalogue/staff-books";
import type { Choice, ChoiceKind } from "~/domain/catalogue/choices";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ChoiceField } from "~/ui/admin/choice-field";
import { FieldPair, FormGroup } from "~/ui/admin/form-group";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { type CheckboxControl, checkboxProps, type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { IsbnField } from "~/ui/admin/isbn-field";
import { ZodForm } from "~/ui/kit/zod-form";
import { type BookAnswer, CHOICE_FIELDS } from "./book-answer";
import { ContributorFields } from "./contributor-fields";
import { type ContributorRow, personOf, rowIds } from "./contributor-rows";
import { type RecordControls, RecordGroup } from "./record-fields";
import type { BookFormData } from "./page-data.server";
import { SubjectFields } from "./subject-fields";
import { useBookForm } from "./use-book-form";

interface BookFormProps {
  form: BookFormData;
  answer?: BookAnswer;
  closeTo: string;
}

/** The form with the fields of docs/specification.md §2.17, in its order. */
export function BookForm({ form: data, answer, closeTo }: BookFormProps) {
  const { book, publishers, languages, names } = data;
  const { form, fields, isSaving, element, onSubmit } = useBookForm(book, answer);
  const { title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId } = fields;
  const { description, pageCount, publishedOn, salePrice, featured } = fields;
  const required = [title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId];
  const fieldsOf = (section: RecordSection) =>
    RECORD_KEYS.filter((key) => recordField(key).section === section).map((key) => fields[key]);
  const rows = answer?.rows ?? contributorRows(book);
  const problems = rows.map((_, at) => form.allErrors[personOf(at)]);
  const people = rows.map((_, at) => ({ id: rowIds.name(at), name: personOf(at), errors: problems[at] }));
  const optional = [
    description,
    pageCount,
    publishedOn,
    salePrice,
    ...fieldsOf("sale"),
    ...fieldsOf("details"),
  ];
  const others = [...fieldsOf("series"), ...fieldsOf("size"), fields.thema, fields.bisac, ...fieldsOf("tax")];
  const inOrder = [
    ...required,
    ...optional,
    fields.furtherLanguageId,
    ...fieldsOf("preorders"),
    ...people,
    ...others,
  ];
  const focus = answer?.focusOn ? CHOICE_FIELDS[answer.focusOn].ids : firstInvalid(inOrder);
  // After a clash the notice above the form has the focus.
  const autoFocus = answer?.clash ? null : focus;
  const control = (field: Parameters<typeof fieldProps>[0]): FieldControl => ({
    ...fieldProps(field, autoFocus),
    defaultValue: field.initialValue ?? "",
  });
  const codes = (scheme: "thema" | "bisac") => {
    const { id, name, errors, initialValue } = fields[scheme];
    return control({ id, name, errors, initialValue: [initialValue ?? ""].flat().join(", ") });
  };
  const choices = (kind: ChoiceKind) => {
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
  };
  const further = choices("languages");
  const controls = Object.fromEntries(
    RECORD_KEYS.map((key) => [key, control(fields[key])]),
  ) as RecordControls;
  const seen = answer?.seen ?? { version: book?.version ?? 0, stock: book?.stock ?? -1 };

  return (
    <ZodForm
      ref={element}
      form={form}
      fields={inOrder}
      // The notice above the form shows a clash.
      errors={answer?.clash ? [] : form.errors}
      preventScrollReset
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      {/* Enter uses a form's first submit button, which must not be one that adds an author. */}
      <button name="intent" value="save-book" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="version" value={seen.version} />
      <input type="hidden" name="shownStock" value={seen.stock} />
      <TextField
        dir="auto"
        label="Book Title"
        {...control(title)}
        autoFocus={(focus ?? "title") === "title" && !answer?.clash}
        maxLength={BOOK_MAX.title}
        required
      />
      <TextAreaField dir="auto" label="Book Brief" {...control(brief)} maxLength={BOOK_MAX.brief} required />
      <IsbnField label="ISBN" {...control(isbn13)} maxLength={BOOK_MAX.isbn13} />
      <ChoiceField label="Authors" {...choices("authors")} />
      <FieldPair>
        <NamesField label="Publisher" {...control(publisherId)} choices={publishers} />
        <NamesField label="Language" {...control(languageId)} choices={languages} />
        <PriceField label="Price (₹)" {...control(price)} required hint="The MRP printed on the book" />
        <StockField
          // If the stock changed meanwhile, the key remounts the field with the answer's number, with scripts too: conform
          // keeps the initial value.
          key={seen.stock}
          {...control(stock)}
          defaultValue={String(answer?.result.initialValue?.stock ?? control(stock).defaultValue)}
        />
      </FieldPair>
      <ChoiceField label="Tags" {...choices("tags")} />
      <OptionalDetails
        description={control(description)}
        pageCount={control(pageCount)}
        publishedOn={control(publishedOn)}
        salePrice={control(salePrice)}
        featured={checkboxProps(featured)}
      />
      <RecordGroup section="sale" controls={controls} choices={data} />
      <RecordGroup
        section="details"
        controls={controls}
        choices={data}
        isOpen={
          further.chosen.length > 0 || Boolean(further.errors?.length) || answer?.focusOn === "languages"
        }
      >
        <ChoiceField label={LIST_LABELS.furtherLanguageId} {...further} />
      </RecordGroup>
      <RecordGroup section="preorders" controls={controls} choices={data}>
        <PreorderNote {...data.preorders} />
      </RecordGroup>
      <ContributorFields
        rows={rows}
        problems={problems}
        proposed={names.authors}
        focus={answer?.focus ?? people.find(({ name }) => name === focus)?.id ?? null}
      />
      <RecordGroup section="series" controls={controls} choices={data} />
      <RecordGroup section="size" controls={controls} choices={data} />
      <SubjectFields thema={codes("thema")} bisac={codes("bisac")} headings={data.subjects} />
      <RecordGroup section="tax" controls={controls} choices={data} />
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="save-book" isBusy={isSaving}>
          {book ? "Update Book" : "Save Book"}
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

function OptionalDetails({
  description,
  pageCount,
  publishedOn,
  salePrice,
  featured,
}: {
  description: FieldControl;
  pageCount: FieldControl;
  publishedOn: FieldControl;
  salePrice: FieldControl;
  featured: CheckboxControl;
}) {
  return (
    <FormGroup title="Optional details" level={3}>
      <TextAreaField
        dir="auto"
        label="Description"
        {...description}
        maxLength={BOOK_MAX.description}
        rows={6}
        hint="Optional"
      />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
        <TextField
          label="Page Count"
          {...pageCount}
          type="number"
          inputMode="numeric"
          min={1}
          max={BOOK_MAX.pageCount}
          step={1}
          hint="Optional"
        />
        <TextField
          label="Published Date"
          {...publishedOn}
          maxLength={BOOK_MAX.publishedOn}
          hint="YYYY-MM-DD or YYYY"
        />
        <PriceField label="Sale Price (₹)" {...salePrice} hint="Optional" />
      </div>
      <CheckboxField label="Featured" {...featured} hint="Shown first in the store" />
    </FormGroup>
  );
}

function PreorderNote({ orders, copies }: BookFormData["preorders"]) {
  return (
    <p className="text-muted text-sm">
      {orders > 0 ? (
        <strong>
          {orders === 1 ? "1 order waits" : `${orders} orders wait`} for{" "}
          {copies === 1 ? "1 copy" : `${copies} copies`} of this book. If you change its Published Date,{" "}
          {orders === 1 ? "the customer gets" : "their customers get"} a mail with the new day and may
          cancel.{" "}
        </strong>
      ) : null}
      A book whose publishing status is Forthcoming cannot be bought before its Published Date. Up to this
      many copies can be ordered in advance; they do not count against the stock. Copies that come into stock
      go to these orders first.
    </p>
  );
}

/** The people of the stored book, but for the authors. */
const contributorRows = (book: EditableBook | null): ContributorRow[] =>
  (book?.contributors ?? []).filter((one) => !isAuthor(one)).map(({ name, role }) => ({ name, role }));

function PriceField(field: ComponentProps<typeof TextField>) {
  return <TextField {...field} type="number" inputMode="decimal" min={0} max={BOOK_MAX.price} step={0.01} />;
}

function StockField(field: FieldControl) {
  return (
    <TextField
      label="Initial Stock"
      {...field}
      type="number"
      inputMode="numeric"
      min={0}
      max={BOOK_MAX.stock}
      step={1}
      required
      hint="Copies that can be sold"
    />
  );
}

function NamesField({ choices, ...field }: FieldControl & { label: string; choices: Choice[] }) {
  return (
    <SelectField {...field} required>
      <option value="">Choose…</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

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
