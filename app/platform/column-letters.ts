/** The letters of a column as spreadsheets show it. @param index from 0 @returns e.g. "A", "AB" */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
