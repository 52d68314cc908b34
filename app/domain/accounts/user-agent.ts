/** Enough to recognise a device by. */
const MAX = 400;

/** What is kept of the User-Agent header, for an account's owner to recognise a device by. */
export const keptUserAgent = (header: string | null | undefined): string => (header ?? "").slice(0, MAX);
