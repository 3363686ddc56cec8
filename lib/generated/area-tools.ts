// Made by `npm run generate` from the `appTools` of every area; never edited by hand.
import type { AreaTool } from "@/lib/areas/tools";
import type { AppIcon } from "@/lib/features/apps/limits";

export const AREA_TOOLS: readonly (AreaTool & { icon: AppIcon })[] = [
];
