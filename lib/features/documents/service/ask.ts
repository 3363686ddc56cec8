import "server-only";
import { v7 } from "uuid";
import type { Actor } from "@/lib/auth/actor";
import { loadCaller } from "@/lib/auth/caller";
import { ownerMay } from "@/lib/auth/delegated";
import { AppError } from "@/lib/http/errors";
import { ChatCall, isEmptyAnswer } from "@/lib/models/chat";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import type { ChatMessage, ChatOptions, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";

/** Of the ledger. */
export const APP = "document";

export interface Asked {
  model: ResolvedModel;
  messages: ChatMessage[];
  options?: ChatOptions;
  signal?: AbortSignal;
  sessionId?: string;
}

export function isBuiltin(model: ResolvedModel): boolean {
  return model.channels.every((way) => way.template === BUILTIN_TEMPLATE);
}

/** One metered question whose answer nobody watches. Throws what it failed with; an answer cut for length is one. */
export async function askModel(
  actor: Actor,
  { model, messages, options = {}, signal, sessionId }: Asked,
): Promise<string> {
  signal?.throwIfAborted();
  const call = new ChatCall({ actor, app: APP, requestId: v7(), model, messages, options, sessionId });
  const stop = () => call.stop();
  signal?.addEventListener("abort", stop);
  try {
    let text = "";
    const outcome = await call.read({
      onText: (delta) => {
        text += delta;
      },
      onReasoning: () => undefined,
    });
    await call.settle(outcome);
    signal?.throwIfAborted();
    if (isEmptyAnswer(outcome, text)) throw new AppError("emptyAnswer");
    if (outcome.status === "done" || (outcome.status === "limited" && !outcome.error)) return text;
    throw new AppError(outcome.error ?? "interrupted");
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** A person as the one background work is done and paid for. Null when they may not read documents here any more. */
export async function actorOf(userId: string, requestId: string): Promise<Actor | null> {
  if (!(await ownerMay(userId, P.DOCUMENT))) return null;
  const caller = await loadCaller(userId);
  if (!caller?.mayCall) return null;
  return { ...caller, request: { requestId, address: "", userAgent: "" } };
}
