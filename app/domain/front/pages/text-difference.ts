/**
 * The lines in which two texts differ: everything between their common beginning and their common end.
 * @returns empty texts when they are the same
 */
export function textDifference(one: string, other: string): [string, string] {
  const [left, right] = [one.split("\n"), other.split("\n")];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return [left.slice(start, left.length - end).join("\n"), right.slice(start, right.length - end).join("\n")];
}
