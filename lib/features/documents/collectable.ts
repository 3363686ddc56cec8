import { BookOpenText } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_DOCUMENT = {
  kind: "document",
  order: 20,
  icon: BookOpenText,
} as const satisfies CollectableKind;
