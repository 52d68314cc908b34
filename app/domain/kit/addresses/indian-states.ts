/** States and union territories, suggested while typing; an address may have any other text. */
export const INDIAN_STATES = [
  "Andaman and Nicobar Islands",
  "Andhra Pradesh",
  "Arunachal Pradesh",
  "Assam",
  "Bihar",
  "Chandigarh",
  "Chhattisgarh",
  "Dadra and Nagar Haveli and Daman and Diu",
  "Delhi",
  "Goa",
  "Gujarat",
  "Haryana",
  "Himachal Pradesh",
  "Jammu and Kashmir",
  "Jharkhand",
  "Karnataka",
  "Kerala",
  "Ladakh",
  "Lakshadweep",
  "Madhya Pradesh",
  "Maharashtra",
  "Manipur",
  "Meghalaya",
  "Mizoram",
  "Nagaland",
  "Odisha",
  "Puducherry",
  "Punjab",
  "Rajasthan",
  "Sikkim",
  "Tamil Nadu",
  "Telangana",
  "Tripura",
  "Uttar Pradesh",
  "Uttarakhand",
  "West Bengal",
] as const;
export type IndianState = (typeof INDIAN_STATES)[number];

/** Older and alternative names. The keys are results of `fold`. */
const OTHER_NAMES: Record<string, (typeof INDIAN_STATES)[number]> = {
  nctofdelhi: "Delhi",
  newdelhi: "Delhi",
  orissa: "Odisha",
  pondicherry: "Puducherry",
  uttaranchal: "Uttarakhand",
  andamanandnicobar: "Andaman and Nicobar Islands",
  dadraandnagarhaveli: "Dadra and Nagar Haveli and Daman and Diu",
  damananddiu: "Dadra and Nagar Haveli and Daman and Diu",
  tamizhnadu: "Tamil Nadu",
  telengana: "Telangana",
  chattisgarh: "Chhattisgarh",
};

const fold = (name: string) =>
  name
    .toLowerCase()
    .replace(/&/g, "and")
    .replace(/[^\p{L}\p{N}]/gu, "");

const byFoldedName = new Map<string, string>([
  ...INDIAN_STATES.map((name): [string, string] => [fold(name), name]),
  ...Object.entries(OTHER_NAMES),
]);

/**
 * Finds the Indian state that is meant: letter case, spaces, '&' and older names do not matter.
 * @param state as typed
 * @returns the state under its official name, or what was typed if it is abroad; `key` is equal for the same place
 */
export function destinationOf(state: string): { key: string; name: string; isIndian: boolean } {
  const typed = state.trim().replace(/\s+/g, " ");
  const indian = byFoldedName.get(fold(typed));
  if (indian) return { key: fold(indian), name: indian, isIndian: true };
  return { key: fold(typed) || typed, name: typed, isIndian: false };
}
