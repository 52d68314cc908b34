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
import { hostToasts } from "~/ui/frame/toast-host";
import { readParam } from "~/domain/search-params";

interface DialogProps {
  title: string;
  /** The page without the dialog: where Close, Cancel and Escape lead. */
  closeTo: string;
  children: ReactNode;
}

/**
 * A panel of 600 px at the right edge, for forms (docs/specification.md §2.17). Its state is a URL: render it when
 * that asks for it.
 */
export function SidePanel(props: DialogProps) {
  return <Dialog {...props} className="side-panel" />;
}

/** A question in the middle of the page. The least harmful answer should come first and have `autoFocus`. */
export function ConfirmDialog(props: DialogProps) {
  return <Dialog {...props} className="confirm-dialog" />;
}

/**
 * The server renders it open; where scripts run it becomes modal: focus stays inside, Escape closes, and the focus
 * returns to what opened it.
 */
function Dialog({ title, closeTo, children, className }: DialogProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const navigate = useNavigate();
  useFocusReturn(dialog);

  // Before anybody can press a key: a field has the focus as soon as it is drawn, and Escape closes a modal dialog only.
  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node || node.matches(":modal")) return;
    // Whoever already types in the form goes on where they are.
    const typing = node.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    node.close();
    node.showModal();
    (typing ?? firstField(node))?.focus();
    return hostToasts(node);
  }, []);

  const { typed, sent, mayLeave } = useTyped();
  /** By Escape or a click outside. */
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
          // A second Escape in a row closes it whatever is answered to the first.
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

/** Whether something was typed and not sent: it is not thrown away unasked, by no way out of the dialog or the page. */
function useTyped() {
  const isTouched = useRef(false);
  const isSent = useRef(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // A form that the browser itself sends leaves the page as well.
      if (isTouched.current && !isSent.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  const mayLeave = () => !isTouched.current || confirm("Close without saving what you typed?");
  const typed = () => {
    isTouched.current = true;
    isSent.current = false;
  };
  return { typed, sent: () => void (isSent.current = true), mayLeave };
}

/** A link that leaves the dialog: Cancel, Close and whatever else, but for those within it and those to a new tab. */
const isWayOut = (target: EventTarget) => {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  return link !== null && !link.getAttribute("href")!.startsWith("#") && !link.hasAttribute("target");
};

/** Where one begins when nothing in the dialog asked for the focus: not at Close, which comes first. */
const firstField = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>(
    "input:not([type=hidden]), select, textarea, .dialog-body > :not(header) :is(a, button)",
  );

/** When the dialog goes, the focus is back at what opened it: by the press, or else by the address. */
function useFocusReturn(dialog: RefObject<HTMLDialogElement | null>) {
  // Asked before a field in the dialog takes the focus for itself.
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

/** The link that leads to this address, or the switch whose question it is (`confirm=hide-12`: any of book 12). */
function openerOf(address: string): Element | null {
  const link = [...document.querySelectorAll("main a[href]")].find(
    (one) => one.getAttribute("href") === address && !one.closest("dialog"),
  );
  const asked = readParam(new URLSearchParams(address.split("?")[1]), "confirm");
  const id = asked && /^\w+-(\d+)$/.exec(asked)?.[1];
  return link ?? (id ? document.querySelector(`main button[name=confirm][value$="-${id}"]`) : null);
}

/**
 * A press outside counts when it begins and ends there: not one that ends there after text was marked, nor one on the
 * empty part of the dialog.
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
