import type { DeliveryPlan } from "./plan";

const number = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 });

/** @returns e.g. "350 g" or "1.25 kg" */
export function formatGrams(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${number.format(grams / 1000)} kg`;
}

/** A book as the parcel counts it. */
export interface WeighedLine {
  weightG: number | null;
  pageCount: number | null;
  quantity: number;
}

/** A book as the methods take it or not. */
export interface PostedLine {
  title: string;
  gyanPost: "yes" | "no" | null;
}

/** The title of the first book that may not go by Gyan Post; null: all may. */
export const notByGyanPost = (lines: readonly PostedLine[]): string | null =>
  lines.find(({ gyanPost }) => gyanPost === "no")?.title ?? null;

type Weights = Pick<DeliveryPlan, "packingGrams" | "gramsPer100Pages" | "defaultGrams">;

/** The weight of one copy, in grams: its own, else by its pages, else that of a book without either. */
export function bookGrams(plan: Weights, { weightG, pageCount }: Omit<WeighedLine, "quantity">): number {
  if (weightG !== null) return weightG;
  return pageCount === null ? plan.defaultGrams : Math.ceil((pageCount * plan.gramsPer100Pages) / 100);
}

/** The weight of a parcel with its packing, in grams; 0 without a book. */
export function parcelGrams(plan: Weights, lines: readonly WeighedLine[]): number {
  if (lines.length === 0) return 0;
  return lines.reduce((sum, line) => sum + bookGrams(plan, line) * line.quantity, plan.packingGrams);
}
