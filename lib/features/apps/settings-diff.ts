/** What of an app's settings is different in two versions, each as text. */
export interface ChangedSetting {
  name: string;
  before: string;
  after: string;
}

/** Settings as people read them: texts as they are, lists and objects one line an entry. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(lineOf).join("\n");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${lineOf(one)}`)
      .join("\n");
  }
  return String(value);
}

const lineOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Fields that differ, in the order of the newer settings. */
export function changedSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedSetting[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names
    .map((name) => ({ name, before: asText(before[name]), after: asText(after[name]) }))
    .filter((change) => change.before !== change.after);
}
