/** What stands in a file, which may be anything. */
export type Data = Record<string, unknown>;

export const isData = (value: unknown): value is Data =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const listIn = (value: unknown): Data[] => (Array.isArray(value) ? value.filter(isData) : []);
export const wordIn = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
/** A whole number within bounds; undefined for none. */
export const wholeIn = (value: unknown, min: number, max: number): number | undefined => {
  const number = numberIn(value);
  return number === undefined ? undefined : Math.min(max, Math.max(min, Math.round(number)));
};

/** A name as a variable may have it. */
export const nameOf = (name: string): string => {
  const clean = name.replace(/[^A-Za-z0-9_]/g, "_").slice(0, 40);
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`.slice(0, 40);
};
