import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterDataContext as DataRouterDataContext } from "react-router";
import { dismissRefusal, showToast } from "./show-toast";

// In the back office, and for reviews, a refused save is also an error toast (docs/specification.md §8).

/** Which fields of an action's answer say why it refused something. */
const SAYS_WHY = /^message$|errors?$|refusal$/i;

/**
 * Why an action refused a form: of a message at a field the same sentence. Reads what the actions of all pages answer: conform's
 * result, lists of errors by field, single messages.
 * @returns null when it refused nothing
 */
export function refusalIn(answer: unknown): string | null {
  if (!isRecord(answer)) return null;
  const { result, rows, ...others } = answer;
  const reasons = Object.entries(others).filter(([name]) => SAYS_WHY.test(name));
  const problems = Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? row.problems : null)) : [];
  // What is wrong with the form as a whole comes first.
  const errors = isRecord(result) && isRecord(result.error) ? result.error : {};
  return firstText([errors[""], errors, ...reasons.map(([, reason]) => reason), problems]);
}

function firstText(value: unknown): string | null {
  if (typeof value === "string") return value || null;
  if (!Array.isArray(value) && !isRecord(value)) return null;
  for (const one of Object.values(value)) {
    const text = firstText(one);
    if (text) return text;
  }
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether screen readers read this in the page: with a refused field, which gets the focus, or as an alert. */
function isRead(text: string): boolean {
  const described = [...document.querySelectorAll("[aria-invalid=true]")].flatMap(
    (field) => field.getAttribute("aria-describedby")?.split(" ") ?? [],
  );
  const alerts = document.querySelectorAll("[role=alert]:not(.toasts *)");
  const read = [...described.map((id) => document.getElementById(id)), ...alerts];
  return read.some((node) => node?.textContent.includes(text));
}

/** Shows why an action refused a form as an error toast, once for each answer; the next answer without a refusal takes it away. */
export function useRefusalToast(answer: unknown) {
  useEffect(() => {
    const text = refusalIn(answer);
    if (!text) {
      if (isRecord(answer)) dismissRefusal();
      return;
    }
    // The form shows the answer in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => showToast("error", text, undefined, isRead(text)));
    });
    return () => cancelAnimationFrame(frame);
  }, [answer]);
}

/** The same for all forms of the pages below this layout. */
export function useRefusalToasts() {
  const answers = useContext(DataRouterDataContext)?.actionData;
  useRefusalToast(answers ? Object.values(answers).at(-1) : null);
}
