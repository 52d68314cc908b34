import type { DataStrategyResult, ShouldRevalidateFunctionArgs } from "react-router";

interface Refusal {
  data: unknown;
  init: { status?: number } | null;
}

/**
 * The action's answer of any page, so that after a refusal (400 to 499) the page's data are loaded again, as after a form
 * that succeeded. React Router skips this for such a status: a form that compares something, such as the total of an
 * order, would send what the page knew before for ever. What was typed stays in the fields.
 */
export function loadAgainAfter(
  answers: Record<string, DataStrategyResult>,
): Record<string, DataStrategyResult> {
  return Object.fromEntries(
    Object.entries(answers).map(([route, answer]) => {
      const { data, init } = (answer.result ?? {}) as Partial<Refusal>;
      const status = init?.status ?? 0;
      // An answer without a status counts as 200.
      const isRefusal = answer.type === "data" && status >= 400 && status < 500;
      return [route, isRefusal ? { type: "data", result: data } : answer];
    }),
  );
}

/**
 * For the layouts around the list: filters change nothing in them, so they need no new data, and a broken connection shows
 * only in the list.
 */
export function notWhileFiltering({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isFiltering =
    !formMethod &&
    currentUrl.pathname === "/books" &&
    nextUrl.pathname === "/books" &&
    currentUrl.search !== nextUrl.search;
  return isFiltering ? false : defaultShouldRevalidate;
}
