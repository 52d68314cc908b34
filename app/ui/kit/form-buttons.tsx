import type { ReactNode } from "react";
import { ButtonLink } from "./button";

/**
 * What Enter presses in a form whose buttons before the one that sends it do something else, such as moving a row: a form's
 * first submit button. @param intent that of the button that sends the form
 */
export const EnterPresses = ({ intent }: { intent: string }) => (
  <button name="intent" value={intent} tabIndex={-1} aria-hidden="true" className="sr-only" />
);

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
