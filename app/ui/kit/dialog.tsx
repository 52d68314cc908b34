import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Icon } from "./icons";
import { hostToasts } from "~/ui/frame/toasts/toast-host";
import { readParam } from "~/domain/kit/search-params";

interface DialogProps {
  title: string;
  /** The page without the dialog: where Close, Cancel and Escape lead. */
  closeTo: string;
  /** Changes when what was typed has been saved and the dialog stays open. */
  saved?: string;
  children: ReactNode;
}

/**
 * A panel of 600 px at the right edge, for forms (docs/specification.md §2.17). Its state is in the URL: render it when
 * the URL asks for it.
 */
export function SidePanel(props: DialogProps) {
  return <Dialog {...props} className="side-panel" />;
}

/** A question in the middle of the page. The least harmful answer should come first and have `autoFocus`. */
export function ConfirmDialog(props: DialogProps) {
  return <Dialog {...props} className="confirm-dialog" />;
}

/**
 * The server renders it open. Where scripts run it becomes modal: focus stays inside, Escape closes it, and the focus
 * then returns to the element that opened it.
 */
function Dialog({ title, closeTo, saved = "", children, className }: DialogProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  useFocusReturn(dialog);

  // In a layout effect, before any key press: a field has the focus once it is drawn, and Escape only closes a modal dialog.
  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node || node.matches(":modal")) return;
    // If somebody already types in the form, the focus stays there.
    const typing = node.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    node.close();
    node.showModal();
    (typing ?? firstField(node))?.focus();
    return hostToasts(node);
  }, []);

  const { typed, sent, mayLeave } = useTyped(saved);
  /** Called by Escape or a click outside. */
  const leave = () => {
    if (!mayLeave()) return;
    void navigate(closeTo, { preventScrollReset: true });
  };
  const press = usePressOutside(leave);
  return (
    <>
      <Link to={closeTo} preventScrollReset tabIndex={-1} aria-hidden="true" className="dialog-shade no-js" />
      {/* A click outside is a convenience of the pointer; Escape and the buttons do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        ref={dialog}
        open
        suppressHydrationWarning
        aria-labelledby={titleId}
        className={`dialog ${className}`}
        onCancel={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          leave();
        }}
        onClose={({ target, currentTarget }) => {
          // Browsers close a dialog at the second Escape in a row without a cancel event.
          if (target !== currentTarget || currentTarget.open) return;
          currentTarget.showModal();
          leave();
        }}
        {...press}
        onInput={typed}
        onSubmit={sent}
        onClickCapture={(event) => {
          if (isWayOut(event.target) && !mayLeave()) event.preventDefault();
        }}
      >
        <div className="dialog-body">
          <header className="mb-5 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-2xl">
              {title}
            </h2>
            <Link
              to={closeTo}
              preventScrollReset
              aria-label="Close"
              className="btn btn-plain btn-sm -mt-1 -mr-2 px-2!"
            >
              <Icon name="close" />
            </Link>
          </header>
          {children}
        </div>
      </dialog>
    </>
  );
}

/** Whether something was typed and not sent. No way of leaving the dialog or the page then drops it unasked. */
function useTyped(saved: string) {
  /** The value of `saved` when something was typed. */
  const typedAt = useRef<string>(undefined);
  const isSent = useRef(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      // A form that the browser sends by itself leaves the page as well.
      if (typedAt.current === saved && !isSent.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [saved]);
  const mayLeave = () => typedAt.current !== saved || confirm("Close without saving what you typed?");
  const typed = () => {
    typedAt.current = saved;
    isSent.current = false;
  };
  return { typed, sent: () => void (isSent.current = true), mayLeave };
}

/** A link that leaves the dialog, such as Cancel or Close; not links within it, nor those to a new tab. */
const isWayOut = (target: EventTarget) => {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  return link !== null && !link.getAttribute("href")!.startsWith("#") && !link.hasAttribute("target");
};

/** Gets the focus when nothing in the dialog has autoFocus; not Close, which comes first. */
const firstField = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>(
    "input:not([type=hidden]), select, textarea, .dialog-body > :not(header) :is(a, button)",
  );

/** When the dialog closes, the focus returns to the element that had it before, or to a link with the dialog's address. */
function useFocusReturn(dialog: RefObject<HTMLDialogElement | null>) {
  // Read before a field in the dialog takes the focus.
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  const { pathname, search } = useLocation();
  const [address] = useState(pathname + search);
  useLayoutEffect(() => {
    const node = dialog.current;
    return () => {
      const opener =
        before?.isConnected && before !== document.body && !node?.contains(before) ? before : null;
      node?.close();
      const target = opener ?? openerOf(address);
      if (target instanceof HTMLElement) target.focus();
    };
  }, [before, address, dialog]);
}

/** The link to this address, or the switch that asks its question (for `confirm=hide-12` any switch of book 12). */
function openerOf(address: string): Element | null {
  const link = [...document.querySelectorAll("main a[href]")].find(
    (one) => one.getAttribute("href") === address && !one.closest("dialog"),
  );
  const question = readParam(new URLSearchParams(address.split("?")[1]), "confirm");
  const id = question && /^\w+-(\d+)$/.exec(question)?.[1];
  return link ?? (id ? document.querySelector(`main button[name=confirm][value$="-${id}"]`) : null);
}

/**
 * A press outside counts only when it begins and ends there: not when marking text ends outside, and not on the empty
 * part of the dialog.
 */
function usePressOutside(then: () => void) {
  const began = useRef(false);
  const isOutside = ({ currentTarget, target, clientX, clientY }: PointerEvent | React.MouseEvent) => {
    if (target !== currentTarget) return false;
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return {
    onPointerDown(event: PointerEvent) {
      began.current = isOutside(event);
    },
    onClick(event: React.MouseEvent) {
      if (began.current && isOutside(event)) then();
    },
  };
}
