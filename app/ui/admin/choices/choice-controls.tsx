import type { Ref } from "react";
import { type Choice, CHOICES } from "~/domain/catalogue/books/lists/choices";
import { Button } from "~/ui/kit/button";
import type { ChoiceFieldProps } from "./choice-field";
import { FieldErrors } from "~/ui/kit/field-errors";

/** The choice field without scripts. Its buttons post the whole form with an intent: find-authors, new-authors … */
export function ChoiceControls({
  kind,
  label,
  id,
  name,
  textName,
  chosen,
  text,
  matches,
  proposed,
  errors,
  autoFocus,
  ref,
}: ChoiceFieldProps & { ref: Ref<HTMLFieldSetElement> }) {
  const { one, entity } = CHOICES[kind];
  return (
    <fieldset ref={ref} className="grid gap-1">
      <legend className="mb-1 font-semibold">{label}</legend>
      <Boxes name={name} choices={chosen} ticked />
      <Boxes name={name} choices={matches} />
      {/* The text that these matches were found for. Once one is ticked, the server ignores the text. */}
      {matches.length > 0 ? <input type="hidden" name={`${textName}Asked`} value={text} /> : null}
      <label htmlFor={id} className="text-muted no-js text-sm">
        Name to add; untick to remove
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          type="text"
          id={id}
          name={textName}
          defaultValue={text}
          maxLength={entity.max}
          list={`${id}-names`}
          autoComplete="off"
          autoFocus={autoFocus}
          aria-label={label}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={errors?.length ? `${id}-error` : undefined}
          className="input w-auto! min-w-40 flex-1"
        />
        <Button variant="quiet" name="intent" value={`find-${kind}`} formNoValidate className="no-js px-3!">
          Add {one}
        </Button>
        <Button variant="quiet" name="intent" value={`new-${kind}`} formNoValidate className="no-js px-3!">
          Add as a new {one}
        </Button>
      </div>
      <datalist id={`${id}-names`}>
        {proposed.map((proposal) => (
          <option key={proposal}>{proposal}</option>
        ))}
      </datalist>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  );
}

function Boxes({ name, choices, ticked = false }: { name: string; choices: Choice[]; ticked?: boolean }) {
  if (choices.length === 0) return null;
  return (
    <ul className="mb-1 flex flex-wrap gap-2">
      {choices.map((choice) => (
        <li key={choice.id} className="max-w-full">
          <label className="bg-sunken flex min-h-9 items-center gap-2 rounded-md px-2 py-1 text-sm wrap-anywhere">
            <input
              type="checkbox"
              name={name}
              value={choice.id}
              data-name={choice.name}
              defaultChecked={ticked}
              className="check"
            />
            {choice.name}
          </label>
        </li>
      ))}
    </ul>
  );
}
