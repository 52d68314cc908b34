import { createContext } from "react";

/** The nonce of this answer's inline scripts and styles. Browsers hide it from scripts: there it is empty, as the DOM says. */
export const NonceContext = createContext("");
