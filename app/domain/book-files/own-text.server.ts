/**
 * The same text with characters of its own. A parser's texts are views of the piece of the file that they stood in: one that
 * is held for the whole file keeps that piece in memory.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
