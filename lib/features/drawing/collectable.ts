import { Palette } from "lucide-react";
import type { CollectableKind } from "@/lib/collected/kind";

export const COLLECTABLE_PICTURE = { kind: "picture", order: 40, icon: Palette } as const satisfies CollectableKind;
