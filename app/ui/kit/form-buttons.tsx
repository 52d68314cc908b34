import type { ReactNode } from "react";
import { ButtonLink } from "./button";

/**
 * What ends a form in a panel or a dialog: the way out, then the button that sends it.
 * @param closeTo the page without it @param cancel the words of the way out
 * @param isLong a form longer than the window: they stay at its lower edge until its end is reached
 */
export function FormButtons({
  closeTo,
  cancel = "Cancel",
  autoFocus,
  isLong = false,
  children,
}: {
  closeTo: string;
  cancel?: string;
  /** On the way out: of a question it is the least harmful answer. */
  autoFocus?: boolean;
  isLong?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`flex flex-wrap justify-end gap-3 ${isLong ? "save-bar" : ""}`}>
      <ButtonLink to={closeTo} preventScrollReset variant="quiet" autoFocus={autoFocus}>
        {cancel}
      </ButtonLink>
      {children}
    </div>
  );
}
