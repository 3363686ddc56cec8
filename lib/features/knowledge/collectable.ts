import { Library } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_BASE = {
  kind: "base",
  order: 25,
  icon: Library,
} as const satisfies CollectableKind;
