/** The columns of a plan as a table, in their order: a row for each step of a method. */
export const PLAN_COLUMNS = {
  zone: "Zone",
  states: "States",
  prefixes: "PIN prefixes",
  method: "Method",
  carrier: "Carrier",
  daysFrom: "Days from",
  daysTo: "Days to",
  upToGrams: "Up to grams",
  upToSubtotal: "Up to subtotal",
  price: "Price",
  freeAbove: "Free above",
  maxGrams: "Heaviest grams",
  isGyanPost: "Gyan Post",
  pickUpHours: "Pick-up hours",
  cod: "COD",
  codFee: "COD fee",
  codFrom: "COD from",
  codUpTo: "COD up to",
  codPartPercent: "COD part %",
  codPartDelivery: "COD delivery first",
  codNotAtPins: "COD not at PINs",
  setting: "Setting",
  value: "Value",
} as const;

export type PlanColumn = keyof typeof PLAN_COLUMNS;
export type PlanCells = Record<PlanColumn, string>;
export const PLAN_COLUMN_KEYS = Object.keys(PLAN_COLUMNS) as PlanColumn[];

/** What a plan has beside its zones: a row each, in the last two columns. */
export const PLAN_SETTINGS = {
  packingGrams: "Packing grams",
  gramsPer100Pages: "Grams of 100 pages",
  defaultGrams: "Grams of other books",
  shopPin: "Shop PIN",
  weekdays: "Days of sending",
  holidays: "Holidays",
  lastHour: "Last hour",
} as const;
export type PlanSetting = keyof typeof PLAN_SETTINGS;

/** Headings and names that differ in signs and letter case alone are the same. */
export const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}%]/gu, "");
