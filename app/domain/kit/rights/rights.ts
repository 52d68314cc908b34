/**
 * What staff may do. Rights come with a job, and single ones can be given to a person besides. The screens and calls that
 * need each right: screens.ts, and `right` of the API's operations.
 */

/** Every right, with the words that complete 'may …'. */
export const RIGHTS = {
  catalogue: "edit books, covers, authors, publishers, series, tags and languages",
  reviews: "hide and show reviews",
  orders: "read orders and their documents",
  dispatch: "pack, dispatch and deliver orders",
  refunds: "cancel orders, refund payments and answer returns",
  remittances: "record the cash that carriers send, by their lists",
  customers: "see customers, and deactivate them",
  coupons: "edit coupons",
  newsletter: "see newsletter subscribers, and unsubscribe them",
  exports: "download lists of people, orders and records",
  sales: "see the sales figures",
  content: "edit the home page, pages, news, menus, look and mails",
  settings: "change the settings",
  payments: "test and set up payments",
  audit: "read the record of what staff did",
  programs: "make API keys and webhooks",
  staff: "invite staff, and change their jobs and rights",
} as const;

export type Right = keyof typeof RIGHTS;

export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];

/** With this right one could give oneself every other, so it comes only with the owner's job. */
const OWNERS_ONLY: Right = "staff";

/** The rights that can be given to a person beside those of the job. */
export const EXTRA_RIGHTS = ALL_RIGHTS.filter((right) => right !== OWNERS_ONLY);

/** The jobs, with their names and rights. */
export const JOBS = {
  owner: { label: "Owner", rights: ALL_RIGHTS },
  manager: {
    label: "Manager",
    rights: ALL_RIGHTS.filter((right) => right !== "staff" && right !== "payments"),
  },
  catalogue: { label: "Catalogue", rights: ["catalogue", "reviews"] },
  orders: { label: "Orders", rights: ["orders", "dispatch"] },
  accounts: { label: "Accounts", rights: ["orders", "remittances", "exports", "sales"] },
} as const satisfies Record<string, { label: string; rights: readonly Right[] }>;

export type Job = keyof typeof JOBS;

export const ALL_JOBS = Object.keys(JOBS) as Job[];

/** Narrows a text to a right. */
export const isRight = (text: unknown): text is Right => typeof text === "string" && text in RIGHTS;

/**
 * The rights of a person, in the order of `RIGHTS`.
 * @param job null: no job, so no rights
 * @param extra the stored JSON list; what is no right that can be given is left out
 */
export function rightsOf(job: Job | null, extra: string): Right[] {
  if (job === null) return [];
  const given: readonly Right[] = JOBS[job].rights;
  const more = (JSON.parse(extra) as unknown[]).filter(
    (right): right is Right => isRight(right) && right !== OWNERS_ONLY,
  );
  return ALL_RIGHTS.filter((right) => given.includes(right) || more.includes(right));
}

/** The job and rights of an account as stored; none for a customer. */
export function staffRights(
  role: "customer" | "admin",
  job: Job | null,
  extra: string,
): { job: Job | null; rights: Right[] } {
  const own = role === "admin" ? job : null;
  return { job: own, rights: rightsOf(own, extra) };
}

/** The sentence for somebody who lacks a right. */
export const rightMissing = (right: Right): string =>
  `Your job in this shop does not let you ${RIGHTS[right]}. An owner of the shop can change that.`;
