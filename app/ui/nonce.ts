import { createContext } from "react";

/** The nonce of this answer's inline scripts and styles, known while rendering on the server alone. */
export const NonceContext = createContext<string | undefined>(undefined);
