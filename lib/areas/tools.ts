import { AREA_TOOLS } from "@/lib/generated/area-tools";
import type { Locale } from "@/lib/i18n/locales";
import type { DeclaredTool } from "./define";

/** A tool as an area declares it, with its texts. */
export interface AreaTool extends DeclaredTool {
  key: string;
  texts: Readonly<Record<Locale, { name: string; description: string }>>;
}

/** Every tool an area of this build declares. */
export const areaTools = (): readonly AreaTool[] => AREA_TOOLS;

/** The declared tool whose app has this id. */
export const toolOfApp = (id: string): AreaTool | undefined => AREA_TOOLS.find((tool) => tool.id === id);

/** The declared tool of a key; a key nobody declared is a mistake of ours. */
export function toolOfKey(key: string): AreaTool {
  const tool = AREA_TOOLS.find((one) => one.key === key);
  if (!tool) throw new Error(`no area declares the tool ${key}`);
  return tool;
}
