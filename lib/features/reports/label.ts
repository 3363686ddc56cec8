import type { Named } from "./dto";

/** The id of nothing, as the rollups keep it. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A translator of the area `reports`, with the names of apps. */
export interface ReportTexts {
  (key: string, args?: Record<string, string | number>): string;
  has(key: string): boolean;
  /** What people call an app. */
  app(app: string): string;
}

export type LabelKind = "app" | "model" | "user" | "department" | "key";

/** What people read: apps in their language, what is gone by its last name, nothing by a word for it. */
export function labelOf({ key, name, removed }: Named, kind: LabelKind, t: ReportTexts): string {
  if (kind === "app") return t.app(key);
  if (key === NO_ID) return t(`none.${kind}`);
  if (removed) return name ? t("removedNamed", { name }) : t("removed");
  return name || key;
}
