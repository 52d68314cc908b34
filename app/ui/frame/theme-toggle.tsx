import { Form, useLocation } from "react-router";
import type { Theme } from "~/page-data/theme";
import { Icon } from "~/ui/kit/icons";

const YEAR = 365 * 24 * 3600;

/** With scripts the theme is switched in place and saved in localStorage and a cookie; without them the form does it. */
function choose(theme: Theme) {
  const root = document.documentElement;
  root.classList.toggle("dark", theme === "dark");
  root.classList.toggle("light", theme === "light");
  root.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage may be blocked; the cookie has the choice.
  }
}

/** The page has both buttons; the stylesheet shows the one that fits the current theme. */
export function ThemeToggle() {
  const { pathname, search } = useLocation();
  const button = (theme: Theme, label: string, icon: "sun" | "moon", shown: string) => (
    <button
      type="submit"
      name="theme"
      value={theme}
      aria-label={label}
      title={label}
      className={`btn btn-plain px-2.5 ${shown}`}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <Form
      method="post"
      action="/theme"
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter;
        choose(button?.getAttribute("value") === "dark" ? "dark" : "light");
        // The pressed button is hidden now, and the other one is in its position.
        const other = [...event.currentTarget.querySelectorAll("button")].find((one) => one !== button);
        other?.focus({ preventScroll: true });
      }}
    >
      <input type="hidden" name="redirectTo" value={pathname + search} />
      {button("dark", "Switch to dark theme", "moon", "when-light")}
      {button("light", "Switch to light theme", "sun", "when-dark")}
    </Form>
  );
}
