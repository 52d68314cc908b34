import { Icon } from "~/ui/kit/icons";

/**
 * The two buttons that move an entry of an ordered list; they belong to the form around the list.
 * @param name of the entry, for screen readers @param up,down the intents that they send
 * @param id the beginning of their ids, for a form that moves the focus to them
 */
export function MoveButtons({
  id,
  name,
  up,
  down,
  isFirst,
  isLast,
  ...rest
}: {
  id?: string;
  name: string;
  up: string;
  down: string;
  isFirst: boolean;
  isLast: boolean;
  formNoValidate?: boolean;
}) {
  return (
    <span className="inline-flex">
      <MoveButton label={`Move up: ${name}`} icon="up" id={id} intent={up} isEnd={isFirst} {...rest} />
      <MoveButton label={`Move down: ${name}`} icon="down" id={id} intent={down} isEnd={isLast} {...rest} />
    </span>
  );
}

/** At its end of the list it is unavailable rather than disabled, so that it keeps the focus after the last step. */
function MoveButton({
  id,
  label,
  icon,
  intent,
  isEnd,
  ...rest
}: {
  id?: string;
  label: string;
  icon: "up" | "down";
  intent: string;
  isEnd: boolean;
  formNoValidate?: boolean;
}) {
  return (
    <button
      type="submit"
      id={id && `${id}-${intent}`}
      name="intent"
      value={intent}
      title={label}
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={(event) => isEnd && event.preventDefault()}
      className="btn btn-plain btn-sm px-2!"
      {...rest}
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
