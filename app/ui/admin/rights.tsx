import { createContext, type ReactNode, useContext } from "react";
import type { Right } from "~/domain/rights/rights";

/** The rights of the member of staff who is logged in. Only for hiding what they may not use: the server checks. */
export const RightsContext = createContext<readonly Right[]>([]);

/** @returns whether the member of staff has a right */
export function useMay(): (right: Right) => boolean {
  const rights = useContext(RightsContext);
  return (right) => rights.includes(right);
}

/** Shows its children to staff with the right. */
export function IfMay({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null;
}
