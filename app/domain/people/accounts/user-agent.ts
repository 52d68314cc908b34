/** Enough to recognise a device. */
const MAX = 400;

/** The part of the User-Agent header that is stored, so that the account's owner can recognise a device. */
export const storedUserAgent = (header: string | null | undefined): string => (header ?? "").slice(0, MAX);
