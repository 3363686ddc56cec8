import type { LucideIcon } from "lucide-react";
import { COLLECTABLES } from "@/lib/generated/collectables";

/** Kept apart so that the browser has them without the schemas. */
export const COLLECTED_MAX = 5000;
export const COLLECTION_FOLDERS_MAX = 100;
export const COLLECTION_FOLDER_NAME_MAX = 40;
/** spec M2. */
export const NOTE_MAX = 1000;
/** Items whose state is asked for at once. */
export const STATE_IDS_MAX = 100;
/** A kind of thing that can be collected. */
export type Collectable = (typeof COLLECTABLES)[number]["kind"];
export const COLLECTABLE: readonly Collectable[] = COLLECTABLES.toSorted((a, b) => a.order - b.order).map(
  ({ kind }) => kind,
);

export const COLLECTABLE_ICONS = Object.fromEntries(COLLECTABLES.map(({ kind, icon }) => [kind, icon])) as Readonly<
  Record<Collectable, LucideIcon>
>;
