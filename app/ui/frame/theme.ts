import type { Theme } from "~/page-data/theme";

/** --paper of styles/app.css, for the colour of the browser's own bars. */
export const PAPER: Record<Theme, string> = { light: "#faf6ee", dark: "#17140f" };

/**
 * Runs in the head before the first paint: marks that scripts run (html.js) and sets the theme to the saved choice, else
 * to the system's, which is followed live while nothing is saved.
 */
export const HEAD_SCRIPT = `(function(d,m){d.classList.add("js");
function a(){var t;try{t=localStorage.getItem("theme")}catch(e){}
t=t==="dark"||t==="light"?t:(d.dataset.theme||"");d.classList.toggle("dark",t?t==="dark":m.matches);d.classList.toggle("light",t==="light")}
a();m.addEventListener("change",a);addEventListener("storage",a)})(document.documentElement,matchMedia("(prefers-color-scheme: dark)"))`;
