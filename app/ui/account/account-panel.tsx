import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";

/**
 * The frame of the small account pages: a heading on one side, the content on the other.
 * @param lead a sentence below the title
 * @param below links at the foot
 * @param beside shown below the heading where there is room, else at the end
 */
export function AccountPanel({
  title,
  lead,
  children,
  below,
  beside,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
  beside?: ReactNode;
}) {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <div className="account-sheet">
      <div>
        <header>
          <h1 className="text-3xl">{title}</h1>
          <p className="eyebrow">{root?.shop.name}</p>
          {lead ? <p>{lead}</p> : null}
        </header>
        <div className="account-sheet-text">
          {children}
          {below ? <div className="account-sheet-ways">{below}</div> : null}
        </div>
        {beside ? <div className="account-sheet-beside">{beside}</div> : null}
      </div>
    </div>
  );
}
