import { destinationOf, type IndianState } from "./indian-states";

/** The GST state codes: the first two digits of a GSTIN, printed on invoices beside the state. */
const GST_CODES: Record<IndianState, string> = {
  "Jammu and Kashmir": "01",
  "Himachal Pradesh": "02",
  Punjab: "03",
  Chandigarh: "04",
  Uttarakhand: "05",
  Haryana: "06",
  Delhi: "07",
  Rajasthan: "08",
  "Uttar Pradesh": "09",
  Bihar: "10",
  Sikkim: "11",
  "Arunachal Pradesh": "12",
  Nagaland: "13",
  Manipur: "14",
  Mizoram: "15",
  Tripura: "16",
  Meghalaya: "17",
  Assam: "18",
  "West Bengal": "19",
  Jharkhand: "20",
  Odisha: "21",
  Chhattisgarh: "22",
  "Madhya Pradesh": "23",
  Gujarat: "24",
  "Dadra and Nagar Haveli and Daman and Diu": "26",
  Maharashtra: "27",
  Karnataka: "29",
  Goa: "30",
  Lakshadweep: "31",
  Kerala: "32",
  "Tamil Nadu": "33",
  Puducherry: "34",
  "Andaman and Nicobar Islands": "35",
  Telangana: "36",
  "Andhra Pradesh": "37",
  Ladakh: "38",
};

/** A state as GST names it. */
export interface GstState {
  name: string;
  code: string;
}

/** Union territories without a legislature: the UTGST Act applies there, elsewhere the state's SGST Act. */
const UNION_TERRITORIES = ["04", "26", "31", "35", "38"];

/** Whether it has no legislature, so that UTGST is charged in place of SGST. */
export const isUnionTerritory = ({ code }: GstState): boolean => UNION_TERRITORIES.includes(code);

/** @param state as typed @returns null for a place outside India */
export function gstState(state: string): GstState | null {
  const { name, isIndian } = destinationOf(state);
  return isIndian ? { name, code: GST_CODES[name as IndianState] } : null;
}

/** @param code e.g. "29" @returns null when it is none of a state */
export function gstStateOfCode(code: string): GstState | null {
  const found = Object.entries(GST_CODES).find(([, one]) => one === code);
  return found ? { name: found[0], code } : null;
}

/** The state in which a GSTIN is registered. @returns null when its first digits are not a state's code */
export const stateOfGstin = (gstin: string): GstState | null => gstStateOfCode(gstin.slice(0, 2));

/** The last part of a postal address that is a state. @param address parts are separated by commas or line breaks */
export function stateInAddress(address: string): GstState | null {
  const named = address.split(/[\n,]/).map((part) => gstState(part.replace(/[\s\d–-]+$/, "")));
  return named.findLast((state) => state !== null) ?? null;
}
