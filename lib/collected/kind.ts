import type { LucideIcon } from "lucide-react";

/**
 * One kind of thing that can be collected, as the browser knows it. Exported from `collectable.ts` of an area's folder,
 * found by `npm run generate`; how it is copied stands in the area's `owned.ts`, its name in
 * `shared.collectables` of the area's texts.
 */
export interface CollectableKind {
  kind: string;
  /** Place in the choice of kinds, ascending. */
  order: number;
  icon: LucideIcon;
}
