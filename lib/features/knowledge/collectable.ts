import { FileText, Library } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_BASE = {
  kind: "base",
  order: 25,
  icon: Library,
} as const satisfies CollectableKind;

export const COLLECTABLE_BASE_FILE = {
  kind: "baseFile",
  order: 26,
  icon: FileText,
} as const satisfies CollectableKind;
