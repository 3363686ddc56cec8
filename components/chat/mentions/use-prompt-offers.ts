import type { RefObject } from "react";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import type { ComposerHandle } from "../composer";
import type { ComposerOffers } from "./offers";

/**
 * What becomes of a prompt that was chosen behind `/`: its text begins the question. One with places to fill is handed to
 * `onBlanks`, where the screen has a form for it; else the first place is selected, to be typed over.
 */
export function usePromptOffers(
  composer: RefObject<ComposerHandle | null>,
  onBlanks?: (promptId: string) => void,
): ComposerOffers["take"] {
  const begin = async (id: string) => {
    const { content, variables } = await api.get(`/prompts/${id}`);
    if (variables.length > 0) {
      if (onBlanks) onBlanks(id);
      else composer.current?.begin(content);
      return;
    }
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const used = await api.post(`/prompts/${id}/use`, { values: {} }, { headers });
    if ("text" in used) composer.current?.begin(used.text);
  };
  return { prompt: ({ id }) => void begin(id).catch(reportFailure) };
}
