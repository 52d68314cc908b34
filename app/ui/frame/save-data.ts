import { createContext } from "react";

/**
 * Whether the visitor asked for as few bytes as possible (the Save-Data header). Known on the server alone: such a page
 * has no scripts that could ask.
 */
export const SaveDataContext = createContext(false);
