/** The hue of a record's tile or avatar, 0 to 359, always the same for the same id. Never carries a state. */
export function hueOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return (hash % 12) * 30 + 20;
}
