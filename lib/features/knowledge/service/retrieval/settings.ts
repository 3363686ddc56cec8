import "server-only";
import { type OwnRetrieval, type RetrievalSettings, retrievalFields } from "@/lib/config/knowledge-retrieval";
import { loadConfig } from "@/lib/config/system-config";

/** How bases that set nothing of their own are searched. */
export const centerSettings = (): Promise<RetrievalSettings> => loadConfig("knowledgeRetrieval");

/** What a base set of its own. A stored value that is no longer valid counts as never set. */
export function ownSettings(stored: unknown): OwnRetrieval {
  const known = Object.entries(retrievalFields).flatMap(([name, field]) => {
    const parsed = field.safeParse((stored as Record<string, unknown> | null)?.[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(known) as OwnRetrieval;
}

/** How a base is searched: as it set, the rest as the center has it. */
export const settingsOf = (stored: unknown, center: RetrievalSettings): RetrievalSettings => ({
  ...center,
  ...ownSettings(stored),
});
