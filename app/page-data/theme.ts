export type Theme = "light" | "dark";

/** The name of both the cookie and the localStorage key (docs/specification.md §2.24). */
export const THEME_COOKIE = "theme";

export function parseTheme(value: unknown): Theme | null {
  return value === "light" || value === "dark" ? value : null;
}
