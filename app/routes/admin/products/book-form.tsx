import type { FieldMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
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
import { checkboxProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { IsbnField } from "~/ui/admin/isbn-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { type BookAnswer, CHOICE_FIELDS, parseBookForm } from "./book-answer";
import { CLASH_ID } from "./clash-notice";
import type { BookFormData } from "./page-data.server";

interface BookFormProps {
  form: BookFormData;
  answer?: BookAnswer;
  closeTo: string;
}

const NO_TEXTS = { authors: "", tags: "" };
const NO_CHOICES: Record<ChoiceKind, Choice[]> = { authors: [], tags: [] };

/** The fields of docs/specification.md §2.17, in its order. */
export function BookForm({ form: { book, publishers, languages, names }, answer, closeTo }: BookFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("intent") === "save-book";
  const [form, fields] = useParsedForm({
    id: "book-form",
    lastResult: answer?.result,
    defaultValue: book ? formValues(book) : {},
    parse: (typed) => parseBookForm(withTypedNames(typed)),
  });
  const { title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId } = fields;
  const { description, pageCount, publishedOn, salePrice, featured } = fields;
  const required = [title, brief, isbn13, authorId, publisherId, languageId, price, stock, booktagsId];
  const inOrder = [...required, description, pageCount, publishedOn, salePrice];
  const focus = answer?.goOnIn ? CHOICE_FIELDS[answer.goOnIn].ids : firstInvalid(inOrder);
  const control = (field: FieldMetadata<unknown>) => ({
    id: field.id,
    name: field.name,
    defaultValue: typeof field.initialValue === "string" ? field.initialValue : "",
    errors: field.errors,
    // A clash is told above the form: one begins there.
    autoFocus: focus === field.name && !answer?.clash,
  });
  const choices = (kind: ChoiceKind, label: string) => {
    const { ids, text } = CHOICE_FIELDS[kind];
    const field = fields[ids];
    return (
      <ChoiceField
        kind={kind}
        label={label}
        id={field.id}
        name={ids}
        textName={text}
        chosen={answer?.chosen[kind] ?? book?.[kind] ?? []}
        text={(answer?.texts ?? NO_TEXTS)[kind]}
        matches={(answer?.matches ?? NO_CHOICES)[kind]}
        proposed={names[kind]}
        errors={field.errors}
        autoFocus={focus === ids}
        onChange={() => {
          if (field.errors) form.validate({ name: ids });
        }}
      />
    );
  };
  const seen = answer?.seen ?? { version: book?.version ?? 0, stock: book?.stock ?? -1 };

  const first = useRef(answer);
  useEffect(() => {
    // The server's own page has its focus already.
    if (!answer || answer === first.current) return;
    if (answer.clash) document.getElementById(CLASH_ID)?.focus();
    else focusFirstInvalid(element.current);
  }, [answer]);

  return (
    <ZodForm
      ref={element}
      form={form}
      fields={inOrder}
      // A clash is told above the form.
      errors={answer?.clash ? [] : form.errors}
      preventScrollReset
      className="grid gap-5"
      onSubmit={(event) => {
        if (isSaving) return event.preventDefault();
        form.onSubmit(event);
        // Conform sends the form to itself as well, to check one field.
        const isSent = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "intent";
        if (isSent && event.defaultPrevented) requestAnimationFrame(() => focusFirstInvalid(element.current));
      }}
    >
      {/* The first submit button is the one that Enter presses. */}
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
      {choices("authors", "Authors")}
      <FieldPair>
        <NamesField label="Publisher" {...control(publisherId)} choices={publishers} />
        <NamesField label="Language" {...control(languageId)} choices={languages} />
        <TextField
          label="Price (₹)"
          {...control(price)}
          type="number"
          inputMode="decimal"
          min={0}
          max={BOOK_MAX.price}
          step={0.01}
          required
          hint="The MRP printed on the book"
        />
        <TextField
          // Where it moved meanwhile the answer's number takes the place of the one shown so far, scripts or not:
          // conform's own stays what it was.
          key={seen.stock}
          label="Initial Stock"
          {...control(stock)}
          defaultValue={String(answer?.result.initialValue?.stock ?? control(stock).defaultValue)}
          type="number"
          inputMode="numeric"
          min={0}
          max={BOOK_MAX.stock}
          step={1}
          required
          hint="Copies that can be sold"
        />
      </FieldPair>
      {choices("tags", "Tags")}
      <FormGroup title="Optional details" level={3}>
        <TextAreaField
          dir="auto"
          label="Description"
          {...control(description)}
          maxLength={BOOK_MAX.description}
          rows={6}
          hint="Optional"
        />
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
          <TextField
            label="Page Count"
            {...control(pageCount)}
            type="number"
            inputMode="numeric"
            min={1}
            max={BOOK_MAX.pageCount}
            step={1}
            hint="Optional"
          />
          <TextField
            label="Published Date"
            {...control(publishedOn)}
            maxLength={BOOK_MAX.publishedOn}
            hint="YYYY-MM-DD or YYYY"
          />
          <TextField
            label="Sale Price (₹)"
            {...control(salePrice)}
            type="number"
            inputMode="decimal"
            min={0}
            max={BOOK_MAX.price}
            step={0.01}
            hint="Optional"
          />
        </div>
        <CheckboxField label="Featured" {...checkboxProps(featured)} hint="Shown first in the store" />
      </FormGroup>
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="save-book" aria-disabled={isSaving || undefined}>
          {book ? "Update Book" : "Save Book"}
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

/** Conform passes over a field whose only inputs are hidden. */
const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid]:not([type=hidden])")?.focus();

function NamesField({
  choices,
  ...field
}: { choices: Choice[] } & Omit<React.ComponentProps<typeof SelectField>, "children">) {
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

/** A name left in a text box counts as a choice until the server has found out whom it names. */
function withTypedNames(form: FormData): FormData {
  for (const { ids, text } of Object.values(CHOICE_FIELDS)) {
    if (form.get(text)) form.append(ids, String(Number.MAX_SAFE_INTEGER).slice(0, 15));
  }
  return form;
}
