import "server-only";
import { type OwnRetrieval, type RetrievalSettings, retrievalFields } from "@/lib/config/knowledge-retrieval";
import { loadConfig } from "@/lib/config/system-config";
import { type CenterRetrieval, withinCenter } from "../../within-center";

/** How bases that set nothing of their own are searched. */
export async function centerSettings(): Promise<CenterRetrieval> {
  const [settings, recall] = await Promise.all([loadConfig("knowledgeRetrieval"), loadConfig("knowledgeRecall")]);
  return { settings, recall };
}

/** What a base set of its own. A stored value that is no longer valid counts as never set. */
export function ownSettings(stored: unknown): OwnRetrieval {
  const known = Object.entries(retrievalFields).flatMap(([name, field]) => {
    const parsed = field.safeParse((stored as Record<string, unknown> | null)?.[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(known) as OwnRetrieval;
}

/**
 * How a base is searched: as it set, the rest, and what the center keeps for itself, as the center has it. `over`: what whoever
 * searches sets instead of the base, an app for example.
 */
export const settingsOf = (stored: unknown, center: CenterRetrieval, over: OwnRetrieval = {}): RetrievalSettings =>
  withinCenter({ ...center.settings, ...ownSettings(stored), ...over }, center);
