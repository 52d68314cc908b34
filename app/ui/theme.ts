export type Theme = "light" | "dark";

/** Cookie and localStorage key alike (specification section 9: 'theme'). */
export const THEME_COOKIE = "theme";

export function parseTheme(value: unknown): Theme | null {
  return value === "light" || value === "dark" ? value : null;
}

/**
 * Runs in the head before the first paint: marks that scripts run (html.js), and the theme: the saved choice, else the system's, marks the root element.
 * While nothing is saved the system is followed live.
 */
export const THEME_SCRIPT = `(function(d,m){d.classList.add("js");function a(){var t;try{t=localStorage.getItem("theme")}catch(e){}
t=t==="dark"||t==="light"?t:(d.dataset.theme||"");d.classList.toggle("dark",t?t==="dark":m.matches);d.classList.toggle("light",t==="light")}
a();m.addEventListener("change",a);addEventListener("storage",a)})(document.documentElement,matchMedia("(prefers-color-scheme: dark)"))`;
