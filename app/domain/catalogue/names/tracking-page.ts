/** Where a carrier shows a parcel: the pattern of an address, such as https://carrier.example/track/{number}. */

export const TRACKING_PAGE_MAX = 300;
const NUMBER = "{number}";

/** Why a text is no such pattern; null: it is one. */
export function trackingPageProblem(pattern: string): string | null {
  if (pattern.length > TRACKING_PAGE_MAX)
    return `Tracking page must be ${TRACKING_PAGE_MAX} characters or less`;
  if (pattern.split(NUMBER).length !== 2)
    return "Tracking page needs {number} once, in the place of the tracking number";
  const [one, other] = ["1", "2"].map((number) => pattern.replace(NUMBER, number));
  const isAddress =
    /^https:\/\//i.test(pattern) &&
    !/[\s\p{Cc}\\]/u.test(pattern) &&
    URL.canParse(one!) &&
    URL.canParse(other!);
  if (!isAddress) return "Tracking page must be an address that begins with https://";
  const { host, username, password } = new URL(one!);
  // The number may not decide whose page it is.
  if (!host.includes(".") || host !== new URL(other!).host || username !== "" || password !== "")
    return "Tracking page must be an address of the carrier, with {number} after its domain";
  return null;
}

/** The carrier's page of a parcel. @param page its pattern; null: it has none @param trackingNo null: it was not sent */
export const trackingUrl = (page: string | null | undefined, trackingNo: string | null): string | null =>
  page && trackingNo ? page.replace(NUMBER, () => encodeURIComponent(trackingNo)) : null;
