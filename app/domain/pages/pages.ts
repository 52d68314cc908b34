/** The shop's own pages and news, as visitors see them. */

export type { PageKind } from "~/db/tables";

/** A published page, e.g. to choose from for a menu. */
export interface PageLink {
  id: number;
  title: string;
  /** e.g. /about */
  path: string;
}
