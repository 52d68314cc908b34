/**
 * Times relative to a start: `const minutesLater = minutesAfter(NOW)`, then `minutesLater(30)`.
 * @returns a function from minutes to a time
 */
export const minutesAfter = (start: Date) => (minutes: number) =>
  new Date(start.getTime() + minutes * 60_000);
