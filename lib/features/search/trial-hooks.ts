import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { ABOUT_SEARCH } from "./conversation";
import type { SearchNode } from "./settings/kinds";
import { EXTRACT_OF_NODE, type NodeResultDto, type NodeTrial } from "./trial-schema";

/** Searches offered at a time; others are found by their words. */
const OFFERED = 20;

/** Own searches, the last ones first. */
export const ownSearches = (untitled: string): ChoiceSource => ({
  key: ["search", "own"],
  find: async (keyword, signal) => {
    const kind = ABOUT_SEARCH.code;
    const { items } = keyword
      ? await api.get("/chat/search", { query: { keyword, kind }, signal })
      : await api.get("/chat/sessions", { query: { kind, pageSize: OFFERED }, signal });
    return items.map(({ id, title }) => ({ id, name: title || untitled }));
  },
});

/** Runs a node on an answer; the signal ends the call. */
export const tryNode = (answerId: string, trial: NodeTrial, signal: AbortSignal) =>
  api.post(`/search/answers/${answerId}/trial`, trial, { signal });

/** What the node made when the answer was written, or was looked at; null where nothing of it is kept. */
export function savedResult({ parts }: Pick<ChatMessageDto, "parts">, node: SearchNode): NodeResultDto | null {
  const nothing = { extract: null, texts: [], by: null, ms: null, cost: null };
  for (const part of parts) {
    if (part.type === "extract" && node in EXTRACT_OF_NODE && part.extract.kind === EXTRACT_OF_NODE[node as never]) {
      const { kind, items, by, ms = null, cost = null } = part.extract;
      return { ...nothing, extract: { kind, items }, by, ms, cost };
    }
    if (part.type === "questions" && node === "deepQuestion") {
      const { questions, by = null, ms = null, cost = null } = part;
      return { ...nothing, texts: questions, by, ms, cost };
    }
    if (part.type === "steps" && node === "keywordExtract") {
      const plan = part.steps.find(({ name, state }) => name === "plan" && state === "done");
      const { found = [], by = null, ms = null, cost = null } = plan ?? {};
      if (plan) return { ...nothing, texts: found.map(({ text }) => text), by, ms, cost };
    }
  }
  return null;
}
