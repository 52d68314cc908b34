import { type ComponentProps, type FormEvent, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { BOOK_MAX } from "~/domain/catalogue/book-form.schema";
import type { EditableBook } from "~/domain/catalogue/staff-books";
import { rupeesField } from "~/domain/catalogue/catalogue";
import type { Choice, ChoiceKind } from "~/domain/catalogue/choices";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ChoiceField } from "~/ui/admin/choice-field";
import { FieldPair, FormGroup } from "~/ui/admin/form-group";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { type CheckboxControl, checkboxProps, type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { IsbnField } from "~/ui/admin/isbn-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { type BookAnswer, CHOICE_FIELDS, parseBookForm, withTypedNames } from "./book-answer";
import { CLASH_ID } from "./clash-notice";
import type { BookFormData } from "./page-data.server";

interface BookFormProps {
  form: BookFormData;
  answer?: BookAnswer;
  closeTo: string;
}

/** The form with the fields of docs/specification.md §2.17, in its order. */
export function BookForm({ form: { book, publishers, languages, names }, answer, closeTo }: BookFormProps) {
  const { form, fields, isSaving, element, onSubmit } = useBookForm(book, answer);
  const { title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId } = fields;
  const { description, pageCount, publishedOn, salePrice, featured } = fields;
  const required = [title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId];
  const inOrder = [...required, description, pageCount, publishedOn, salePrice];
  const focus = answer?.focusOn ? CHOICE_FIELDS[answer.focusOn].ids : firstInvalid(inOrder);
  // After a clash the notice above the form has the focus.
  const autoFocus = answer?.clash ? null : focus;
  const control = (field: Parameters<typeof fieldProps>[0]): FieldControl => ({
    ...fieldProps(field, autoFocus),
    defaultValue: field.initialValue ?? "",
  });
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
    chosen: answer?.chosen[kind] ?? book?.[kind] ?? [],
    text: answer?.texts[kind] ?? "",
    matches: answer?.matches[kind] ?? [],
  };
}

/** The form's state: validates before submitting, and moves the focus after a refusal. */
function useBookForm(book: EditableBook | null, answer: BookAnswer | undefined) {
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("intent") === "save-book";
  const [form, fields] = useParsedForm({
    id: "book-form",
    lastResult: answer?.result,
    defaultValue: book ? formValues(book) : {},
    parse: (typed) => parseBookForm(withTypedNames(typed)),
  });
  const element = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isSaving) return event.preventDefault();
    form.onSubmit(event);
    // Conform also fires submit events to validate a single field.
    const isSent = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "intent";
    if (isSent && event.defaultPrevented) requestAnimationFrame(() => focusFirstInvalid(element.current));
  };
  const first = useRef(answer);
  useEffect(() => {
    // On a page rendered by the server autofocus has set the focus.
    if (!answer || answer === first.current) return;
    if (answer.clash) document.getElementById(CLASH_ID)?.focus();
    else focusFirstInvalid(element.current);
  }, [answer]);
  return { form, fields, isSaving, element, onSubmit };
}

/** Conform itself skips fields that have only hidden inputs. */
const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid]:not([type=hidden])")?.focus();

function formValues(book: EditableBook) {
  return {
    title: book.title,
    brief: book.brief,
    isbn13: book.isbn13 ?? "",
    authorId: book.authors.map(({ id }) => String(id)),
    publisherId: String(book.publisher.id),
    languageId: String(book.language.id),
    price: rupeesField(book.price),
    stock: String(book.stock),
    booktagsId: book.tags.map(({ id }) => String(id)),
    description: book.description,
    pageCount: book.pageCount === null ? "" : String(book.pageCount),
    publishedOn: book.publishedOn ?? "",
    salePrice: rupeesField(book.salePrice),
    featured: book.featured ? "on" : undefined,
  };
}
