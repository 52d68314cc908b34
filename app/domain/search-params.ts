/** The longest value looked at of a parameter that is no free text: an id, a choice, a date, a token. */
export const PARAM_MAX = 300;
/** The longest address to return to. */
export const REDIRECT_MAX = 2000;
/** The longest search that is looked at. */
export const TYPED_MAX = 1000;

/**
 * A query parameter. All of them are read here, so that none comes without a limit.
 * @returns null when it is absent, or longer than `max`
 */
export function readParam(params: URLSearchParams, name: string, max: number = PARAM_MAX): string | null {
  const value = params.get(name);
  return value !== null && value.length <= max ? value : null;
}

/** All values of a query parameter, the first `most`; those longer than `max` are left out. */
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

/** What was typed into a search box, cut at `max`: a long search still finds something. */
export function readTyped(params: URLSearchParams, name: string, max: number): string {
  return (params.get(name) ?? "").slice(0, max);
}
