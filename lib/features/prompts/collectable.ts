import { ScrollText } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_PROMPT = { kind: "prompt", order: 30, icon: ScrollText } as const satisfies CollectableKind;
