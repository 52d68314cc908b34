import { asciiDigits } from "./digits";
import { parseId } from "./ids";

/** The longest accepted value of a parameter that is not free text: an id, a choice, a date, a token. */
const PARAM_MAX = 300;
/** The longest address to return to. */
export const REDIRECT_MAX = 2000;
/** The longest part of a search term that is read. */
export const TYPED_MAX = 1000;

/**
 * Reads a query parameter. All parameters are read through this file, so that each has a limit.
 * @returns null when it is absent, or longer than `max`
 */
export function readParam(params: URLSearchParams, name: string, max: number = PARAM_MAX): string | null {
  const value = params.get(name);
  return value !== null && value.length <= max ? value : null;
}

/** The first `most` values of a query parameter, without those longer than `max`. */
export function readParams(
  params: URLSearchParams,
  name: string,
  most: number,
  max: number = PARAM_MAX,
): string[] {
  return params
    .getAll(name)
    .filter((value) => value.length <= max)
    .slice(0, most);
}

/** A search term, cut at `max`, so that a long search still finds something. */
export function readTyped(params: URLSearchParams, name: string, max: number): string {
  return (params.get(name) ?? "").slice(0, max);
}

/** As `readParam`, for a number, an id or a date: digits of every script are read, as Indian keyboards type them. */
export function readDigits(params: URLSearchParams, name: string): string | null {
  const value = readParam(params, name);
  return value === null ? null : asciiDigits(value).trim();
}

/** A whole number from 0 on, such as that of a page. @returns null when the parameter is absent or anything else */
export function readNumber(params: URLSearchParams, name: string): number | null {
  const digits = readDigits(params, name);
  return digits !== null && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** A row's id. @returns null when the parameter is absent or cannot be one */
export const readId = (params: URLSearchParams, name: string): number | null =>
  parseId(readDigits(params, name));
