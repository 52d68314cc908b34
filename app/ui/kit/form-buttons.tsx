import type { ReactNode } from "react";
import { ButtonLink } from "./button";

/**
 * The buttons at the end of a form in a panel or dialog: Cancel, then the one that sends it.
 * @param closeTo the page without the form @param cancel the label of Cancel
 * @param isLong for a form longer than the window: the buttons stay at the window's lower edge until its end is reached
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
  /** Focuses Cancel, the least harmful answer to a question. */
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
