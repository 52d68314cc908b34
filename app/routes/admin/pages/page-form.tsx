import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { isLegal, type PageKind } from "~/domain/front/pages/pages";
import { PAGE_MAX, type pageFormValues } from "~/domain/front/pages/pages.schema";
import type { Picture } from "~/domain/shop/pictures/pictures";
import { ClashReport } from "~/ui/admin/forms/clash-report";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { MarkdownField } from "~/ui/admin/forms/markdown-field";
import { Button } from "~/ui/kit/button";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { checkboxProps, type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { FormButtons } from "~/ui/kit/form-buttons";
import { ShownField } from "~/ui/kit/shown-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";
import { RichText } from "~/ui/pages/rich-text";
import { MarkdownHelp } from "./markdown-help";
import { type PageAnswer, parsePageForm } from "./page-answer";

type PageControl = FieldControl & { autoComplete: string };

type Values = Partial<ReturnType<typeof pageFormValues>>;

/** The text's id, for the buttons that insert a picture. */
export const PAGE_TEXT = "page-text";

/** The editor of a page, a post, or the shop's own terms. @param version of the page; 0 for a new one */
export function PageForm({
  kind,
  version,
  values,
  pictures,
  answer,
  closeTo,
}: {
  kind: PageKind;
  version: number;
  values: Values;
  pictures: Picture[];
  answer?: PageAnswer;
  closeTo: string;
}) {
  const { state, formData } = useNavigation();
  const sent = state === "idle" ? null : formData?.get("intent");
  const [form, fields] = useParsedForm({
    id: "page-form",
    lastResult: answer?.result,
    defaultValue: values,
    parse: parsePageForm(kind),
  });
  const { title, address, body, postedOn, pictureId, searchTitle, searchDescription } = fields;
  const inOrder = [title, address, postedOn, body, pictureId, searchTitle, searchDescription];
  const focus = firstInvalid(inOrder);
  const clash = answer?.clash;
  const control = (field: typeof title) => ({ ...fieldProps(field, focus), autoComplete: "off" });
  return (
    <>
      <ZodForm
        form={form}
        fields={inOrder.map((field) => (field === body ? { id: PAGE_TEXT, errors: body.errors } : field))}
        summary={clash ? <ClashReport message={form.errors?.[0]} fields={clash.fields} /> : undefined}
        // As typed: percent-encoded, a long text in an Indian script would be too large.
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-5"
      >
        {/* The version on which the form is based; after a clash the stored one. */}
        <ShownField shown={version} answered={answer?.version} />
        <TextField label="Title" {...control(title)} maxLength={PAGE_MAX.title} dir="auto" required />
        {isLegal(kind) ? null : (
          <AddressAndDay kind={kind} address={control(address)} postedOn={control(postedOn)} />
        )}
        <MarkdownField
          label="Text"
          {...control(body)}
          id={PAGE_TEXT}
          rows={22}
          maxLength={PAGE_MAX.body}
          hint="In Markdown: plain text with a few marks, explained below"
          dir="auto"
          className="font-mono text-sm leading-relaxed"
          required
        />
        <MarkdownHelp />
        {kind === "page" ? (
          <CheckboxField
            label="With a contact form"
            {...checkboxProps(fields.hasContactForm)}
            hint="Below the text. Messages come to the shop's email address, and are kept under Messages"
          />
        ) : null}
        {kind === "news" ? <PictureOfPost control={control(pictureId)} pictures={pictures} /> : null}
        <SearchEngineFields title={control(searchTitle)} description={control(searchDescription)} />
        <CheckboxField
          label="Published"
          {...checkboxProps(fields.published)}
          hint={
            isLegal(kind)
              ? "Visitors read this text instead of the shop's own"
              : "Visitors can read it. Otherwise it is a draft, which only staff see"
          }
        />
        <FormButtons closeTo={closeTo} cancel="Back to the List">
          <Button
            name="intent"
            value="preview-page"
            variant="quiet"
            isBusy={sent === "preview-page"}
            formNoValidate
          >
            Preview Text
          </Button>
          <Button name="intent" value="save-page" isBusy={sent === "save-page"}>
            Save
          </Button>
        </FormButtons>
      </ZodForm>
      {answer?.preview == null ? null : <Preview key={answer.preview} html={answer.preview} />}
    </>
  );
}

function AddressAndDay({
  kind,
  address,
  postedOn,
}: {
  kind: PageKind;
  address: PageControl;
  postedOn: PageControl;
}) {
  const where = kind === "news" ? "After /news/" : "Such as about-us for /about-us";
  return (
    <FieldPair>
      <TextField
        label="Address"
        {...address}
        maxLength={PAGE_MAX.address}
        hint={`${where}. Empty: made from the title`}
        autoCapitalize="none"
        spellCheck={false}
      />
      {kind === "news" ? (
        <TextField
          label="Date"
          {...postedOn}
          type="date"
          hint="Visitors see it from this day on"
          min="2000-01-01"
          max="2999-12-31"
          required
        />
      ) : null}
    </FieldPair>
  );
}

function PictureOfPost({ control, pictures }: { control: PageControl; pictures: Picture[] }) {
  return (
    <SelectField label="Picture" {...control} hint="Optional: above the text and in the list">
      <option value="">None</option>
      <Options of={pictures.map(({ id, alt }) => [id, `${alt} (no. ${id})`])} />
    </SelectField>
  );
}

function SearchEngineFields({ title, description }: { title: PageControl; description: PageControl }) {
  return (
    <FormGroup title="Search engines">
      <TextField
        label="Title"
        {...title}
        maxLength={PAGE_MAX.searchTitle}
        hint="Optional: the page's title otherwise"
        dir="auto"
      />
      <TextAreaField
        label="Description"
        {...description}
        rows={2}
        maxLength={PAGE_MAX.searchDescription}
        hint="Optional: the beginning of the text otherwise"
        dir="auto"
      />
    </FormGroup>
  );
}

/** The text as visitors would see it; gets the focus when it appears. */
function Preview({ html }: { html: string }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.focus(), []);
  return (
    <section
      ref={part}
      tabIndex={-1}
      aria-labelledby="preview"
      className="border-line-strong bg-paper rounded-md border p-5 sm:p-8"
    >
      <h2 id="preview" className="text-muted mb-6 text-sm">
        Preview, not saved
      </h2>
      <RichText html={html} />
    </section>
  );
}
