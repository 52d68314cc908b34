import { createContext } from "react";

/** Whether the visitor sent the Save-Data header. Only known on the server: such a page has no scripts. */
export const SaveDataContext = createContext(false);
