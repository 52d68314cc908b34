import type { SubmissionResult } from "@conform-to/react";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import {
  DEFAULT_ACCENT,
  DEFAULT_FACE,
  DISPLAY_FACES,
  type DisplayFace,
  FACE_NAMES,
  FACES_SHEET,
  isDisplayFace,
  type Look,
  SUGGESTED_ACCENTS,
} from "~/domain/shop/look/look";
import { ACCENT_MAX, lookSchema } from "~/domain/shop/look/look.schema";
import { Button } from "~/ui/kit/button";
import { CheckboxField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { checkboxProps } from "~/ui/kit/field-props";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";
import { FormGroup } from "../forms/form-group";
import { LookPreview } from "./look-preview";

/** What the form shows: the stored look, or the one that was sent. */
type Typed = { accent?: string; face?: string; logoAlone?: string };

/**
 * Accent colour, display face, and whether the logo contains the name, with a preview of both themes. Posts
 * intent=save-look, or without scripts intent=preview. `accent` is typed, `picked` comes from the browser's colour chooser; `at` is what both showed. `take` is an offered colour,
 * which is filled in.
 * @param shown the stored look when the form was opened; the server compares it when saving
 * @param nearest a colour that can be read, offered in place of the refused one
 * @param isPreview the look was looked at, not saved
 */
export function LookForm({
  typed,
  shopName,
  shown,
  lastResult,
  nearest,
  isPreview,
}: {
  typed: Typed;
  shopName: string;
  shown: string;
  lastResult?: SubmissionResult<string[]>;
  nearest?: string;
  isPreview: boolean;
}) {
  const [form, fields] = useZodForm({ id: "look", lastResult, defaultValue: typed, schema: lookSchema });
  const sent = lastResult?.initialValue as Typed | undefined;
  const begun = asLook(sent ?? typed);
  const [preview, setPreview] = useState(begun);
  const text = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);

  function show(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (name === "picked" && text.current && chooser.current) text.current.value = chooser.current.value;
    const entries = Object.fromEntries(new FormData(event.currentTarget)) as Typed;
    if (!lookSchema.omit({ logoAlone: true }).safeParse(entries).success) return;
    const look = asLook(entries);
    if (name === "accent" && chooser.current) chooser.current.value = look.accent ?? DEFAULT_ACCENT;
    setPreview(look);
  }

  const { accent, face, logoAlone } = fields;
  return (
    <ZodForm
      form={form}
      fields={[accent, { ...face, id: `${face.id}-${begun.face}` }, logoAlone]}
      preventScrollReset
      className="grid grid-cols-1 gap-8"
      onInput={show}
    >
      <link rel="stylesheet" href={FACES_SHEET} />
      <input type="hidden" name="shown" value={shown} />
      <input type="hidden" name="at" value={begun.accent ?? DEFAULT_ACCENT} />
      {/* The first button: what Enter in a field does. */}
      <button name="intent" value="save-look" hidden>
        Save Look
      </button>
      <FormGroup title="Accent colour">
        <AccentField field={accent} nearest={nearest} begun={begun.accent} text={text} chooser={chooser} />
      </FormGroup>
      <FormGroup title="Titles">
        <fieldset className="grid gap-2 border-0 p-0">
          <legend className="mb-1 font-semibold">Display face</legend>
          {FACE_NAMES.map((name) => (
            <FaceChoice
              key={name}
              name={name}
              id={`${face.id}-${name}`}
              field={face.name}
              isChosen={begun.face === name}
            />
          ))}
          <FieldErrors id={face.id} errors={face.errors} />
        </fieldset>
      </FormGroup>
      <FormGroup title="Name of the shop">
        <CheckboxField
          label="The logo contains the shop's name"
          hint="At the top of the store's pages the logo stands alone and is larger. Ticked without a logo of the shop's own, the name stays. Mails and bills show both."
          {...checkboxProps(logoAlone)}
        />
      </FormGroup>
      <FormGroup title="Preview">
        {isPreview ? <Notice>Not saved yet. This is how it would look.</Notice> : null}
        <LookPreview look={preview} shopName={shopName} />
      </FormGroup>
      <div className="save-line flex flex-wrap gap-3">
        <Button name="intent" value="save-look">
          Save Look
        </Button>
        <Button name="intent" value="preview" variant="quiet" className="no-js">
          Preview
        </Button>
      </div>
    </ZodForm>
  );
}

/** The look of texts as typed; the default where they are none. */
function asLook({ accent, face }: Typed): Look {
  const colour = lookSchema.shape.accent.safeParse(accent ?? "");
  return { accent: colour.data ?? null, face: isDisplayFace(face) ? face : DEFAULT_FACE };
}

function FaceChoice({
  name,
  id,
  field,
  isChosen,
}: {
  name: DisplayFace;
  id: string;
  field: string;
  isChosen: boolean;
}) {
  const { label, character } = DISPLAY_FACES[name];
  return (
    <label
      htmlFor={id}
      className="border-line has-checked:border-accent has-checked:bg-sunken grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-md border px-4 py-2"
    >
      <input
        type="radio"
        id={id}
        name={field}
        value={name}
        defaultChecked={isChosen}
        className="check row-span-2"
      />
      <span className={`look-face face-${name} text-xl leading-tight`}>{label}</span>
      <span className="text-muted text-sm">{character}</span>
    </label>
  );
}

/** Two inputs of one colour: as text, and in the browser's chooser, whose value scripts copy into the text. */
function AccentField({
  field,
  nearest,
  begun,
  text,
  chooser,
}: {
  field: { id: string; name: string; initialValue?: string; errors?: string[] };
  nearest: string | undefined;
  begun: string | null;
  text: RefObject<HTMLInputElement | null>;
  chooser: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className="grid gap-1">
      <label htmlFor={field.id} className="font-semibold">
        Colour
      </label>
      <p id={`${field.id}-hint`} className="text-muted text-sm">
        Of buttons, links and marks. As # and six digits or letters from a to f; empty: the usual{" "}
        {DEFAULT_ACCENT}. In the dark theme a lighter one of the same hue is used.
      </p>
      <div className="flex flex-wrap gap-3">
        <input
          ref={text}
          type="text"
          id={field.id}
          name={field.name}
          defaultValue={field.initialValue}
          maxLength={ACCENT_MAX}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus={Boolean(field.errors?.length)}
          aria-invalid={field.errors?.length ? true : undefined}
          aria-describedby={`${field.id}-hint${field.errors?.length ? ` ${field.id}-error` : ""}`}
          className="input w-32! font-mono"
        />
        <input
          ref={chooser}
          type="color"
          name="picked"
          aria-label="Choose a colour"
          defaultValue={begun ?? DEFAULT_ACCENT}
          list="accents"
          className="border-line-strong bg-card h-11 w-16 rounded-md border p-1"
        />
        <datalist id="accents">
          <Options of={SUGGESTED_ACCENTS.map((colour) => [colour, colour])} />
        </datalist>
      </div>
      <FieldErrors id={field.id} errors={field.errors} />
      {nearest && field.errors?.length ? (
        <div className="mt-1">
          <Button name="take" value={nearest} variant="quiet" size="sm">
            Use {nearest}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
