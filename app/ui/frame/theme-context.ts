import { createContext } from "react";
import type { Theme } from "~/page-data/theme";

/** The chosen theme, for pages that fail before the root's data is read. Only known on the server. */
export const ThemeContext = createContext<Theme | null>(null);
