import type { z } from "zod";
import type { CENTER_KINDS } from "@/lib/config/knowledge-center";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";

/** How the center has bases searched, and how far they may leave that. */
export interface CenterRetrieval {
  settings: RetrievalSettings;
  recall: z.infer<(typeof CENTER_KINDS)["knowledgeRecall"]>;
}

/** Settings as the center lets them be in force. */
export function withinCenter(wanted: RetrievalSettings, { settings, recall }: CenterRetrieval): RetrievalSettings {
  const kept = Object.fromEntries(recall.locked.map((name) => [name, settings[name]]));
  const within = { ...wanted, ...kept };
  return {
    ...within,
    topK: Math.min(within.topK, recall.topKMax),
    selectedCount: Math.min(within.selectedCount, recall.selectedMax),
  };
}
