import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { NAME_PAGE_MAX, namePageSchema } from "~/domain/catalogue/names/name-pages.schema";
import { ALT_MAX } from "~/domain/shop/pictures/pictures.schema";
import { ImageField } from "~/ui/admin/pictures/image-field";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextAreaField, TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { FormButtons } from "~/ui/kit/form-buttons";
import { NewTab } from "~/ui/kit/new-tab";
import { Picture } from "~/ui/kit/picture";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { AboutData } from "./about-data.server";

/** A picture that was refused: why, and what was typed. */
export interface PictureRefusal {
  pictureErrors: { file1?: string[]; alt?: string[] };
  alt: string;
}

/** The side panel of ?about=: text, website and picture of a name's page in the store. */
export function AboutPanel({
  about,
  lastResult,
  picture,
}: {
  about: AboutData;
  lastResult?: SubmissionResult<string[]>;
  picture?: PictureRefusal;
}) {
  const { row, page, path, hasPicture } = about;
  const closeTo = listHref(useSearchParams()[0]);
  return (
    <SidePanel title="Page in the Store" closeTo={closeTo}>
      <p className="mb-6 wrap-anywhere">
        {path ? (
          <>
            <strong dir="auto">{row.name}</strong> has a page in the store, with its books.{" "}
            <NewTab to={`${path}?preview=on`}>See the page</NewTab>
          </>
        ) : (
          <>
            <strong dir="auto">{row.name}</strong> has no page in the store yet: it appears with the first
            book that customers can see.
          </>
        )}
      </p>
      <AboutForm page={page} lastResult={lastResult} closeTo={closeTo} />
      {hasPicture ? <PictureForms page={page} refusal={picture} /> : null}
    </SidePanel>
  );
}

function AboutForm({
  page,
  lastResult,
  closeTo,
}: {
  page: AboutData["page"];
  lastResult?: SubmissionResult<string[]>;
  closeTo: string;
}) {
  const [form, { nativeName, text, website }] = useZodForm({
    id: "about",
    lastResult,
    defaultValue: { nativeName: page.nativeName ?? "", text: page.text, website: page.website ?? "" },
    schema: namePageSchema,
  });
  return (
    <ZodForm form={form} preventScrollReset className="grid gap-5">
      <TextField
        label="Name in its own script"
        {...fieldProps(nativeName)}
        autoComplete="off"
        dir="auto"
        hint="Such as রবীন্দ্রনাথ ঠাকুর; shown below the name"
      />
      <TextAreaField
        label="Text"
        {...fieldProps(text)}
        hint={`Up to ${NAME_PAGE_MAX.text} characters. An empty line begins a new paragraph.`}
        rows={8}
        dir="auto"
        autoFocus
      />
      <TextField
        label="Website"
        {...fieldProps(website)}
        inputMode="url"
        autoComplete="off"
        hint="Such as https://example.in"
      />
      <FormButtons closeTo={closeTo}>
        <Button name="intent" value="save-about">
          Save Page
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

function PictureForms({ page, refusal }: { page: AboutData["page"]; refusal?: PictureRefusal }) {
  const { formData, state } = useNavigation();
  const busy = state === "idle" ? null : formData?.get("intent");
  return (
    <section aria-labelledby="picture" className="border-line mt-8 grid gap-6 border-t pt-6">
      <h3 id="picture" className="text-xl">
        The author’s picture
      </h3>
      {page.picture ? (
        <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-end gap-5">
          <Picture
            file={page.picture.file}
            alt={page.picture.alt}
            sizes="8rem"
            className="bg-sunken w-32 rounded-sm object-contain"
          />
          <Form method="post" preventScrollReset>
            <Button name="intent" value="remove-picture" variant="danger" size="sm" isBusy={busy !== null}>
              Remove Picture
            </Button>
          </Form>
        </div>
      ) : null}
      <Form method="post" encType="multipart/form-data" preventScrollReset className="grid gap-5">
        <ImageField
          label={page.picture ? "Another picture" : "Picture"}
          name="file1"
          errors={refusal?.pictureErrors.file1}
          previewClassName="bg-sunken border-line max-h-48 max-w-full rounded-sm border object-contain"
        />
        <TextField
          label="What it shows"
          name="alt"
          defaultValue={refusal?.alt}
          errors={refusal?.pictureErrors.alt}
          hint="For people who cannot see it, such as “Mahasweta Devi at her desk, 1995”"
          maxLength={ALT_MAX}
          autoComplete="off"
          dir="auto"
          required
        />
        <div>
          <Button name="intent" value="upload-picture" isBusy={busy !== null} data-own-label>
            {busy === "upload-picture" ? "Uploading …" : "Upload Picture"}
          </Button>
        </div>
      </Form>
    </section>
  );
}
