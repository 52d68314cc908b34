import { EnterPresses } from "~/ui/kit/form-buttons";
import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import type { MenuLink } from "~/domain/front/home/frame-parts";
import { MENU_MAX } from "~/domain/front/home/frame-parts.schema";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { FrameClash } from "~/ui/admin/forms/frame-clash";
import { MoveButtons } from "~/ui/admin/forms/move-buttons";
import { type PageGroup, TargetField } from "~/ui/admin/forms/target-field";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { Notice } from "~/ui/kit/notice";
import type { Menu, MenuAnswer, MenuRow } from "./menu-answer.server";

/** The form of a menu: a row for each link, in their order. */
export function MenuForm({
  part,
  title,
  hint,
  links,
  version,
  isChanged,
  pages,
  answer: given,
}: {
  part: Menu;
  title: string;
  hint: string;
  links: MenuLink[];
  version: number;
  /** Whether it differs from how the shop came. */
  isChanged: boolean;
  /** To which links can lead. */
  pages: PageGroup[];
  answer?: MenuAnswer;
}) {
  const answer = given?.part === part ? given : undefined;
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.get("part") === part;
  const rows: MenuRow[] = answer?.rows ?? links.map((link) => ({ ...link, problems: {} }));
  useEffect(() => {
    if (answer?.focus) document.getElementById(answer.focus)?.focus();
  }, [answer]);
  return (
    <FormGroup title={title}>
      <Form method="post" preventScrollReset noValidate className="grid gap-4">
        <EnterPresses intent="save" />
        <input type="hidden" name="part" value={part} />
        <input type="hidden" name="version" value={answer?.version ?? version} />
        <p className="text-muted text-sm">{hint}</p>
        {answer?.clash ? <FrameClash clash={answer.clash} /> : null}
        {answer?.message ? <Notice kind="error">{answer.message}</Notice> : null}
        <ol className="grid gap-4">
          {withKeys(rows).map(({ key, row }, at) => (
            <Row key={key} part={part} row={row} at={at} isLast={at === rows.length - 1} pages={pages} />
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button isBusy={isSaving} name="intent" value="save">
            Save
          </Button>
          {answer?.canSaveAnyway ? (
            <Button variant="quiet" name="intent" value="save-anyway">
              Save Anyway
            </Button>
          ) : null}
          {rows.length < MENU_MAX[part] ? (
            <Button id={`${part}-add`} variant="quiet" name="intent" value="add">
              Add a Link
            </Button>
          ) : null}
          {isChanged ? (
            <Button variant="plain" name="intent" value="reset">
              Back to the First Links
            </Button>
          ) : null}
        </div>
      </Form>
    </FormGroup>
  );
}

/** A row keeps its key, and with it its fields and the focus, when it moves; one whose texts changed gets new fields. */
function withKeys(rows: MenuRow[]): { key: string; row: MenuRow }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const text = `${row.label} ${row.to}`;
    const twins = seen.get(text) ?? 0;
    seen.set(text, twins + 1);
    return { key: `${text} ${twins}`, row };
  });
}

function Row({
  part,
  row,
  at,
  isLast,
  pages,
}: {
  part: Menu;
  row: MenuRow;
  at: number;
  isLast: boolean;
  pages: PageGroup[];
}) {
  const name = row.label || `link ${at + 1}`;
  const errors = (text?: string) => (text ? [text] : undefined);
  return (
    <li className="border-line grid gap-2 border-b pb-4 sm:items-start sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] sm:gap-3">
      <TextField
        id={`${part}-label-${at}`}
        label={`Label ${at + 1}`}
        name="label"
        defaultValue={row.label}
        errors={errors(row.problems.label)}
        maxLength={MENU_MAX.label}
        autoComplete="off"
        dir="auto"
      />
      <TargetField
        id={`${part}-to-${at}`}
        label={`Where it leads ${at + 1}`}
        name="to"
        defaultValue={row.to}
        errors={errors(row.problems.to)}
        pages={pages}
        required
      />
      <span className="flex items-start gap-1 sm:pt-7">
        <MoveButtons
          id={part}
          name={name}
          up={`up-${at}`}
          down={`down-${at}`}
          isFirst={at === 0}
          isLast={isLast}
        />
        <Button
          variant="plain"
          size="sm"
          name="intent"
          value={`drop-${at}`}
          aria-label={`Remove: ${name}`}
          className="px-2!"
        >
          Remove
        </Button>
      </span>
    </li>
  );
}
