import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Icon } from "../icons";

interface DialogProps {
  title: string;
  /** The page without the dialog: where Close, Cancel and Escape lead. */
  closeTo: string;
  children: ReactNode;
}

/** A panel of 600 px at the right edge, for forms (specification section 2). Its state is a URL: render it when that asks for it. */
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

  // Asked before a field in the dialog takes the focus for itself.
  const [opener] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  useLayoutEffect(() => {
    const node = dialog.current;
    return () => {
      node?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);

  useEffect(() => {
    const node = dialog.current;
    if (!node || node.matches(":modal")) return;
    // Whoever already types in the form goes on where they are.
    const typing = node.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    node.close();
    node.showModal();
    typing?.focus();
  }, []);

  const isTouched = useRef(false);
  /** By Escape or a click outside, which happen by accident: what was typed is not thrown away unasked. */
  const leave = () => {
    if (isTouched.current && !confirm("Close without saving what you typed?")) return;
    void navigate(closeTo, { preventScrollReset: true });
  };
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
        onClick={(event) => {
          if (event.target === event.currentTarget) leave();
        }}
        onInput={() => (isTouched.current = true)}
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
