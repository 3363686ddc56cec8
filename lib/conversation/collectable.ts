import { MessageSquareText } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

/** Answers of conversations of every kind. */
export const COLLECTABLE_ANSWER = {
  kind: "answer",
  order: 10,
  icon: MessageSquareText,
} as const satisfies CollectableKind;
