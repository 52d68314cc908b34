import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router";
import type { Right } from "~/domain/kit/rights/rights";
import { missingToSee, screenAt } from "~/domain/kit/rights/screens";

/** The rights of the member of staff who is logged in. Only for hiding what they may not use: the server checks. */
export const RightsContext = createContext<readonly Right[]>([]);

/** Whether the shop has a GSTIN: without one no screen has a word of GST, but where staff set it. */
export const RegisteredContext = createContext(false);

/** @returns whether the shop has a GSTIN */
export const useIsRegistered = (): boolean => useContext(RegisteredContext);

/** @returns whether the member of staff has a right */
export function useMay(): (right: Right) => boolean {
  const rights = useContext(RightsContext);
  return (right) => rights.includes(right);
}

/** @returns whether the member of staff may see the screen at an address */
export function useMaySee(): (address: string) => boolean {
  const rights = useContext(RightsContext);
  return (address) => {
    const screen = screenAt(address);
    return screen !== undefined && missingToSee(screen, rights) === null;
  };
}

/**
 * A link to a screen of the back office; for staff who may not see that screen only its text.
 * @param textClass of the text
 */
export function ScreenLink({
  to,
  textClass,
  children,
  ...link
}: ComponentProps<typeof Link> & { to: string; textClass?: string }) {
  const maySee = useMaySee();
  if (maySee(to)) {
    return (
      <Link to={to} {...link}>
        {children}
      </Link>
    );
  }
  return (
    <span dir={link.dir} className={textClass}>
      {children}
    </span>
  );
}

/** Shows its children to staff with the right. */
export function IfMay({ right, children }: { right: Right; children: ReactNode }) {
  return useMay()(right) ? children : null;
}
