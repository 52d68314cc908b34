import { type ComponentProps, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { Frame, type TextAreaField, useDescription } from "~/ui/kit/field";
import { Drawing } from "~/ui/kit/icons";
import { useStashedValue } from "~/ui/kit/stashed-fields";
import { type Mark, toggleMark } from "./markdown-marks";

const MARKS: { mark: Mark; label: string; key?: string; face: React.ReactNode }[] = [
  { mark: "bold", label: "Bold", key: "b", face: <b>B</b> },
  { mark: "italic", label: "Italic", key: "i", face: <i className="font-serif">I</i> },
  { mark: "heading", label: "Heading", face: <b className="font-display text-lg leading-none">H</b> },
  {
    mark: "list",
    label: "List",
    face: <Drawing path="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" className="size-5" />,
  },
  {
    mark: "quote",
    label: "Quotation",
    face: <Drawing path="M5 5v14M10 8h9M10 12h9M10 16h6" className="size-5" />,
  },
  {
    mark: "link",
    label: "Link",
    face: (
      <Drawing
        path="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1"
        className="size-5"
      />
    ),
  },
];

/** A field for a text in Markdown. With scripts a toolbar above it sets the marks; its buttons are one stop of the Tab key. */
export function MarkdownField({
  label,
  errors,
  hint,
  id,
  className = "",
  ...area
}: ComponentProps<typeof TextAreaField>) {
  const field = useDescription(id, errors, hint);
  const initialValue = useStashedValue(area.name, area.defaultValue);
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <Frame id={field.id} label={label} hint={hint} errors={errors}>
      <Toolbar text={text} controls={field.id} />
      <textarea
        ref={text}
        {...area}
        {...field.aria}
        defaultValue={initialValue}
        id={field.id}
        className={`input ${className}`}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
          const pressed = MARKS.find(({ key }) => key === event.key.toLowerCase());
          if (!pressed) return;
          event.preventDefault();
          set(pressed.mark, event.currentTarget);
        }}
      />
    </Frame>
  );
}

function Toolbar({ text, controls }: { text: RefObject<HTMLTextAreaElement | null>; controls: string }) {
  // The button that the Tab key reaches; arrow keys go to the others.
  const [stop, setStop] = useState(0);
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + MARKS.length) % MARKS.length;
    setStop(next);
    event.currentTarget.parentElement?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Marks" aria-controls={controls} className="needs-js flex flex-wrap">
      {MARKS.map(({ mark, label, key, face }, at) => (
        <button
          key={mark}
          type="button"
          aria-label={label}
          title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          tabIndex={at === stop ? 0 : -1}
          className="btn btn-plain size-11 p-0!"
          onKeyDown={move}
          onClick={() => {
            setStop(at);
            if (text.current) set(mark, text.current);
          }}
        >
          {face}
        </button>
      ))}
    </div>
  );
}

/** Sets or takes away a mark, as if it were typed: the browser can undo it. Not where the text would be too long. */
function set(mark: Mark, area: HTMLTextAreaElement) {
  const { value, selectionStart, selectionEnd, maxLength } = area;
  const change = toggleMark(mark, { value, start: selectionStart, end: selectionEnd });
  const { from, to, insert, start, end } = change;
  area.focus();
  if (maxLength >= 0 && value.length - (to - from) + insert.length > Math.max(maxLength, value.length))
    return;
  area.setSelectionRange(from, to);
  if (from === to && insert === "") return;
  // No other way keeps the browser's list of what can be undone.
  const isTyped =
    insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
