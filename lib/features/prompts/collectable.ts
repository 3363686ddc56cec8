import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_PROMPT = { kind: "prompt", order: 30 } as const satisfies CollectableKind;
