import { LayoutGrid } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_APP = {
  kind: "app",
  order: 28,
  icon: LayoutGrid,
} as const satisfies CollectableKind;
