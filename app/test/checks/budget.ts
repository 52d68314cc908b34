const kB = 1000;

/** The most bytes of a first visit, as bodies compressed with brotli. */
export const BUDGET = {
  /** HTML and CSS: as much as the first ten packets of a connection hold. */
  page: 14.6 * kB,
  /** What a book's page adds to a first visit. */
  bookPage: { firstVisit: 1.15 * kB },
  /** What a dressed shop adds to it: its look, its announcement and menus, its own blocks with their texts. */
  ownPage: 1.2 * kB,
  scripts: 120 * kB,
  loginScripts: 125 * kB,
  fonts: 30 * kB,
  /** The covers in the first view of a dressed shop; pictures of its own weigh what they weigh. */
  covers: 11.5 * kB,
  firstVisit: 150 * kB,
  /** What README.md promises: the first visit with the headers of all answers. */
  withHeaders: 160 * kB,
};
