/** The role of an author: code A01 of ONIX list 17. */
export const AUTHOR_ROLE = "A01";

/** Where a book has no author, those with one of these roles are named in place of them: editors and compilers. */
export const EDITING_ROLES: readonly string[] = ["B01", "B10", "C01"];

/** What people do for a book, by the codes of ONIX list 17. `by` stands before a name on the book's page. */
export const CONTRIBUTOR_ROLES = {
  A01: { label: "Author", by: "By" },
  B06: { label: "Translator", by: "Translated by" },
  B01: { label: "Editor", by: "Edited by" },
  B10: { label: "Editor and translator", by: "Edited and translated by" },
  A12: { label: "Illustrator", by: "Illustrated by" },
  A13: { label: "Photographer", by: "Photographs by" },
  A24: { label: "Introduction", by: "Introduction by" },
  A23: { label: "Foreword", by: "Foreword by" },
  A15: { label: "Preface", by: "Preface by" },
  A19: { label: "Afterword", by: "Afterword by" },
  A20: { label: "Notes", by: "Notes by" },
  A21: { label: "Commentary", by: "Commentaries by" },
  A14: { label: "Text", by: "Text by" },
  A02: { label: "With", by: "With" },
  A32: { label: "Contributions", by: "Contributions by" },
  B02: { label: "Reviser", by: "Revised by" },
  B03: { label: "Reteller", by: "Retold by" },
  B04: { label: "Abridger", by: "Abridged by" },
  B05: { label: "Adapter", by: "Adapted by" },
  B09: { label: "Series editor", by: "Series edited by" },
  C01: { label: "Compiler", by: "Compiled by" },
  C02: { label: "Selection", by: "Selected by" },
  E07: { label: "Reader", by: "Read by" },
  A36: { label: "Cover design", by: "Cover design by" },
  Z99: { label: "Other", by: "With" },
} as const satisfies Record<string, { label: string; by: string }>;

export type ContributorRole = keyof typeof CONTRIBUTOR_ROLES;

export const ROLES = Object.keys(CONTRIBUTOR_ROLES) as ContributorRole[];

/** Whether a code is a role that the form offers (ONIX list 17). */
export const isRole = (code: string): code is ContributorRole => Object.hasOwn(CONTRIBUTOR_ROLES, code);

/** For people, e.g. 'Translator'; a code that is not in the list stands for itself. */
export const roleLabel = (code: string): string => (isRole(code) ? CONTRIBUTOR_ROLES[code].label : code);

/** Before a name, e.g. 'Translated by'. */
export const roleBy = (code: string): string => (isRole(code) ? CONTRIBUTOR_ROLES[code].by : "With");
