/** `%` and `_` of a search text are meant literally. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
}
