/** A translator of the area `records`. */
export interface RecordTexts {
  (key: string, args?: Record<string, string | number>): string;
  has(key: string): boolean;
}

/** The word for a value; one without a name stands for itself. */
export function wordOf(t: RecordTexts, group: "status" | "reason", value: string): string {
  const key = `${group}.${value}`;
  return t.has(key) ? t(key) : value;
}
