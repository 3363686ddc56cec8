import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_DOCUMENT = { kind: "document", order: 20 } as const satisfies CollectableKind;
