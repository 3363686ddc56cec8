import "server-only";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { fill } from "@/lib/grounding/prompt";
import type { Source } from "@/lib/grounding/sources";
import { log } from "@/lib/log";
import { completeText } from "@/lib/models/complete";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import { search } from "@/lib/retrieval/search";
import type { DocumentConfigDto } from "../dto";
import { pickedNumbers } from "../prompt";

/** A document stays when it is at least so near to the question as the nearest one, where no model picks. */
const NEAR = 0.5;
const PICK_HITS = 40;

interface Pick {
  sources: readonly Source[];
  question: string;
  model: ResolvedModel;
  config: DocumentConfigDto;
  signal: AbortSignal;
  sessionId?: string;
}

/** spec 3, file select: the documents a question is about. A model that names none, or fails, leaves all of them. */
export async function pickSources(actor: Actor, pick: Pick): Promise<Source[]> {
  const { sources, question, model, config, signal, sessionId } = pick;
  if (isBuiltin(model)) return nearest(actor, sources, question);
  const files = sources.map(({ name }, index) => `${index + 1}. ${name.replace(/\s+/g, " ")}`).join("\n");
  const content = fill(config.fileSelect.template, { question, files });
  const options = { maxOutputTokens: 200, temperature: 0 };
  const messages: ChatMessage[] = [{ role: "user", content }];
  const answer = await completeText({
    actor,
    app: APP.DOCUMENT,
    model,
    messages,
    options,
    signal,
    sessionId,
    isShown: false,
  }).catch((err) => {
    signal.throwIfAborted();
    log().warn({ err }, "documents could not be picked; all are read");
    return "";
  });
  const numbers = pickedNumbers(answer, sources.length);
  return numbers.length === 0 ? [...sources] : sources.filter((_, index) => numbers.includes(index + 1));
}

/** The documents with a hit about as good as the best one. */
async function nearest(actor: Actor, sources: readonly Source[], question: string): Promise<Source[]> {
  const setIds = sources.map(({ setId }) => setId);
  const { hits } = await search(actor, { app: APP.DOCUMENT, setIds, query: question, topK: PICK_HITS, mode: "union" });
  const best = hits[0]?.score ?? 0;
  const near = new Set(hits.filter(({ score }) => score >= best * NEAR).map(({ setId }) => setId));
  const picked = sources.filter(({ setId }) => near.has(setId));
  return picked.length === 0 ? [...sources] : picked;
}
