import { createContext } from "react";

/** The nonce of this answer's inline scripts and styles. Empty in browsers, which hide nonces from scripts. */
export const NonceContext = createContext("");
