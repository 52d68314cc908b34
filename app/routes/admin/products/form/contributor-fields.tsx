import { useState } from "react";
import { CONTRIBUTOR_ROLES } from "~/domain/catalogue/books/record/contributor-roles";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { cleanName } from "~/domain/catalogue/names/names";
import { useChoiceSearch } from "~/ui/admin/choices/choice-requests";
import { FoldedGroup } from "~/ui/admin/forms/folded-group";
import { MoveButtons } from "~/ui/admin/forms/move-buttons";
import { Button } from "~/ui/kit/button";
import { SelectField, TextField } from "~/ui/kit/field";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import { Options } from "~/ui/kit/options";
import { type ContributorRow, OTHER_ROLES, ROW_FIELDS, rowIds, rowsOf } from "./contributor-rows";

/**
 * Everybody but the authors, a row for each. The buttons post the whole form, so that they work without scripts.
 * @param problems the messages of each row
 */
export function ContributorFields({
  rows: given,
  problems,
  proposed,
  focus,
}: {
  rows: ContributorRow[];
  problems: (string[] | undefined)[];
  /** Names that the browser suggests when scripts are off. */
  proposed: string[];
  /** The id of the control that gets the focus. */
  focus: string | null;
}) {
  const stashed = useStashedForm();
  const rows = stashed ? stashedRows(stashed.fields) : given;
  return (
    <FoldedGroup title="Contributors" isOpen={rows.length > 0 || focus !== null}>
      <p className="text-muted text-sm">
        Translators, editors, illustrators and others, in the order in which the store names them after the
        authors.
      </p>
      {rows.length > 0 ? (
        <ol className="grid gap-4">
          {withKeys(rows).map(({ key, row }, at) => (
            <Row
              key={key}
              row={row}
              at={at}
              isLast={at === rows.length - 1}
              errors={problems[at]}
              proposed={proposed}
              autoFocus={focus === rowIds.name(at)}
            />
          ))}
        </ol>
      ) : (
        // So that the form sends the same fields with and without rows.
        Object.values(ROW_FIELDS).map((name) => <input key={name} type="hidden" name={name} value="" />)
      )}
      <Button
        id={rowIds.add}
        variant="quiet"
        name="intent"
        value="contributor-add"
        formNoValidate
        className="justify-self-start"
      >
        Add a Contributor
      </Button>
    </FoldedGroup>
  );
}

const stashedRows = (fields: Record<string, string[]>): ContributorRow[] =>
  rowsOf(fields[ROW_FIELDS.name] ?? [], fields[ROW_FIELDS.role] ?? []);

/** A row keeps its key, and with it its fields and the focus, when it moves. */
function withKeys(rows: ContributorRow[]): { key: string; row: ContributorRow }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const text = `${row.role} ${row.name}`;
    const twins = seen.get(text) ?? 0;
    seen.set(text, twins + 1);
    return { key: `${text} ${twins}`, row };
  });
}

function Row({
  row,
  at,
  isLast,
  errors,
  proposed,
  autoFocus,
}: {
  row: ContributorRow;
  at: number;
  isLast: boolean;
  errors?: string[];
  proposed: string[];
  autoFocus: boolean;
}) {
  const [name, setName] = useState(row.name);
  const [isWanted, setWanted] = useState(false);
  const found = useChoiceSearch("authors", cleanName(name), isWanted);
  const suggested = found ? found.choices.map((choice) => choice.name) : proposed;
  const who = row.name || `contributor ${at + 1}`;
  const id = rowIds.name(at);
  return (
    <li className="border-line grid gap-2 border-b pb-4">
      <div className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] sm:gap-3">
        <div>
          <TextField
            id={id}
            label={`Contributor ${at + 1}`}
            name={ROW_FIELDS.name}
            defaultValue={row.name}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={() => setWanted(true)}
            maxLength={MASTER_DATA.author.max}
            errors={errors}
            autoFocus={autoFocus}
            list={`${id}-names`}
            autoComplete="off"
            dir="auto"
          />
          <datalist id={`${id}-names`}>
            {suggested.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
        </div>
        <SelectField
          id={`contributor-role-${at}`}
          label={`Role ${at + 1}`}
          name={ROW_FIELDS.role}
          defaultValue={row.role}
        >
          <Options of={OTHER_ROLES.map((role) => [role, CONTRIBUTOR_ROLES[role].label])} />
        </SelectField>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <MoveButtons
          id="contributor"
          name={who}
          up={`contributor-up-${at}`}
          down={`contributor-down-${at}`}
          isFirst={at === 0}
          isLast={isLast}
          formNoValidate
        />
        <Button
          variant="plain"
          size="sm"
          name="intent"
          value={`contributor-drop-${at}`}
          formNoValidate
          aria-label={`Remove: ${who}`}
          className="px-2!"
        >
          Remove
        </Button>
        {errors?.length ? (
          <Button variant="quiet" size="sm" name="intent" value={`contributor-new-${at}`} formNoValidate>
            Add as a New Person
          </Button>
        ) : null}
      </div>
    </li>
  );
}
