import type { ComponentProps } from "react";
import { LIST_LABELS } from "~/domain/catalogue/books/record/book-record.schema";
import { BOOK_MAX } from "~/domain/catalogue/books/record/book-form.schema";
import type { Choice } from "~/domain/catalogue/books/lists/choices";
import { Button } from "~/ui/kit/button";
import { EnterPresses, FormButtons } from "~/ui/kit/form-buttons";
import { ChoiceField } from "~/ui/admin/choices/choice-field";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { type CheckboxControl, checkboxProps, type FieldControl } from "~/ui/kit/field-props";
import { IsbnField } from "~/ui/admin/forms/isbn-field";
import { ShownField } from "~/ui/kit/shown-field";
import { ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";
import type { BookAnswer } from "./book-answer";
import { bookControls } from "./book-controls";
import { ContributorFields } from "./contributor-fields";
import { RecordGroup } from "./record-fields";
import type { BookFormData } from "../page-data.server";
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
  const { title, brief, isbn13, publisherId, languageId, price, stock } = fields;
  const { description, pageCount, publishedOn, salePrice, featured } = fields;
  const { inOrder, focus, control, codes, choices, records, people } = bookControls(
    { form, fields },
    data,
    answer,
  );
  const further = choices("languages");

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
      <EnterPresses intent="save-book" />
      <ShownField shown={book?.version ?? 0} answered={answer?.seen.version} />
      <ShownField name="shownStock" shown={book?.stock ?? -1} answered={answer?.seen.stock} />
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
          key={answer?.seen.stock ?? book?.stock}
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
      <RecordGroup section="sale" controls={records} choices={data} />
      <RecordGroup
        section="details"
        controls={records}
        choices={data}
        isOpen={
          further.chosen.length > 0 || Boolean(further.errors?.length) || answer?.focusOn === "languages"
        }
      >
        <ChoiceField label={LIST_LABELS.furtherLanguageId} {...further} />
      </RecordGroup>
      <RecordGroup section="preorders" controls={records} choices={data}>
        <PreorderNote {...data.preorders} />
      </RecordGroup>
      <ContributorFields
        rows={people.map(({ row }) => row)}
        problems={people.map(({ errors }) => errors)}
        proposed={names.authors}
        focus={answer?.focus ?? people.find(({ name }) => name === focus)?.id ?? null}
      />
      <RecordGroup section="series" controls={records} choices={data} />
      <RecordGroup section="size" controls={records} choices={data} />
      <SubjectFields thema={codes("thema")} bisac={codes("bisac")} headings={data.subjects} />
      <RecordGroup section="tax" controls={records} choices={data} />
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
      <Options of={choices.map(({ id, name }) => [id, name])} />
    </SelectField>
  );
}
