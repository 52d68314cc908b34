import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import {
  defaultAlt,
  described,
  MOST_PICTURES,
  PICTURE_KINDS,
  PICTURES_FULL,
  type StoredPicture,
} from "~/domain/catalogue/books/pictures/further-pictures";
import { IMAGE_HINT } from "~/domain/kit/images/images";
import { ALT_MAX } from "~/domain/shop/pictures/pictures.schema";
import { Button } from "~/ui/kit/button";
import { SelectField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Picture } from "~/ui/kit/picture";
import { Options } from "~/ui/kit/options";
import { ImageField } from "./image-field";
import { MoveButtons } from "../forms/move-buttons";
import { type Refused, useSendPictures } from "./send-pictures";

export interface FurtherPicturesProps {
  /** Of the book. */
  title: string;
  pictures: StoredPicture[];
  refused: Refused | undefined;
}

const form = { method: "post", encType: "multipart/form-data", preventScrollReset: true } as const;

/** The part of the cover dialog with the book's further pictures: each a form, and one form to add pictures. */
export function FurtherPicturesPart({ title, pictures, refused }: FurtherPicturesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const count = useRef(pictures.length);
  useEffect(() => {
    // The button that removed a picture is gone, and with it the focus.
    if (pictures.length < count.current) heading.current?.focus();
    count.current = pictures.length;
  }, [pictures.length]);
  return (
    <section aria-labelledby="further-pictures" className="border-line grid gap-5 border-t pt-6">
      <div className="grid gap-1">
        <h3 ref={heading} id="further-pictures" tabIndex={-1} className="text-xl">
          Further pictures
        </h3>
        <p className="text-muted text-sm">
          {pictures.length === 0
            ? `The back cover, pages to look inside: up to ${MOST_PICTURES}, below the cover on the book’s page.`
            : `${pictures.length} of ${MOST_PICTURES}, in the order of the book’s page.`}
        </p>
      </div>
      {pictures.length === 0 ? null : (
        <ol className="grid gap-5">
          {described(pictures, title).map((shown, at) => (
            <PictureForm
              key={shown.id}
              title={title}
              picture={pictures[at]!}
              shows={shown.alt}
              isFirst={at === 0}
              isLast={at === pictures.length - 1}
              refused={refused?.pictureId === shown.id ? refused : undefined}
            />
          ))}
        </ol>
      )}
      {pictures.length >= MOST_PICTURES ? (
        <div>
          <p className="font-semibold">New picture</p>
          <p className="text-muted text-sm">{PICTURES_FULL}</p>
          <FieldErrors
            id="new-picture"
            errors={refused?.pictureId === null ? refused.pictureErrors.file1 : []}
          />
        </div>
      ) : (
        <NewPicture
          title={title}
          room={MOST_PICTURES - pictures.length}
          refused={refused?.pictureId === null ? refused : undefined}
        />
      )}
    </section>
  );
}

/** A picture with its fields and buttons. @param props.shows what it shows, never empty */
function PictureForm({
  title,
  picture,
  shows,
  isFirst,
  isLast,
  refused,
}: {
  title: string;
  picture: StoredPicture;
  shows: string;
  isFirst: boolean;
  isLast: boolean;
  refused: Refused | undefined;
}) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("pictureId") === String(picture.id);
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-4">
      <Picture
        file={picture.file}
        alt={shows}
        sizes="4.5rem"
        className="bg-sunken border-line aspect-2/3 w-full rounded-sm border object-contain"
      />
      <Form {...form} className="grid gap-3">
        <input type="hidden" name="pictureId" value={picture.id} />
        <PictureFields
          title={title}
          kind={refused?.kind ?? picture.kind}
          alt={refused?.alt ?? picture.alt}
          errors={refused?.pictureErrors}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button name="intent" value="save-picture" variant="quiet" size="sm" isBusy={isBusy}>
            Save<span className="sr-only"> {shows}</span>
          </Button>
          <Button name="intent" value="remove-picture" variant="danger" size="sm" isBusy={isBusy}>
            Remove<span className="sr-only"> {shows}</span>
          </Button>
          <MoveButtons
            name={shows}
            up="up-picture"
            down="down-picture"
            isFirst={isFirst}
            isLast={isLast}
            formNoValidate
          />
        </div>
      </Form>
    </li>
  );
}

/** @param props.room how many more pictures the book can have */
function NewPicture({ title, room, refused }: { title: string; room: number; refused: Refused | undefined }) {
  const sending = useSendPictures(room);
  const errors = sending.errors ?? refused?.pictureErrors;
  return (
    <Form {...form} onSubmit={sending.send} className="grid gap-4">
      <ImageField
        key={`file ${sending.added}`}
        label="New picture"
        name="file1"
        hint={`${IMAGE_HINT}.`}
        errors={errors?.file1}
        several
        previewClassName="bg-sunken border-line max-h-48 max-w-full rounded-sm border object-contain"
      />
      <PictureFields
        key={`fields ${errors ? "" : sending.added}`}
        title={title}
        kind={refused?.kind ?? "look_inside"}
        alt={refused?.alt ?? ""}
        errors={errors}
      />
      <div>
        <Button name="intent" value="add-picture" variant="quiet" isBusy={sending.isBusy}>
          Add Picture
        </Button>
      </div>
    </Form>
  );
}

function PictureFields({
  title,
  kind,
  alt,
  errors,
}: {
  title: string;
  kind: string;
  alt: string;
  errors: Refused["pictureErrors"] | undefined;
}) {
  return (
    <>
      <SelectField label="Kind" name="kind" defaultValue={kind} errors={errors?.kind}>
        <Options of={Object.entries(PICTURE_KINDS)} />
      </SelectField>
      <TextField
        label="What it shows"
        name="alt"
        defaultValue={alt}
        errors={errors?.alt}
        hint={`For people who cannot see it. Empty: as “${defaultAlt("back_cover", title)}”`}
        maxLength={ALT_MAX}
        autoComplete="off"
        dir="auto"
      />
    </>
  );
}
