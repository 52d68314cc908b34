/**
 * Tables that only PostgreSQL has, for several processes over one database. They hold nothing of the shop itself, so they
 * belong into no backup and into no copy of a shop.
 */
export const ONLY_POSTGRES = ["rate_limits", "data_folder", "catalogue_rises"];
