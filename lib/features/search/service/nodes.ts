import "server-only";
import type { z } from "zod";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { StepWork } from "@/lib/conversation/steps";
import { completeObject } from "@/lib/models/complete";
import { resolveSetChatModel } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ChatMessage, ResolvedModel } from "@/lib/models/types";
import type { AnswerExtract, Money } from "@/lib/stream/part-dto";

/** What a node has a model do. */
interface NodeCall {
  actor: Actor;
  model: ResolvedModel;
  messages: readonly ChatMessage[];
  /** Number of the version of its prompt; null for the one that came with the product. */
  prompt: number | null;
  sessionId?: string;
  signal?: AbortSignal;
  /** Step it is a part of. */
  step?: Pick<StepWork, "spend" | "tellModel">;
}

/** What a node did, and what that took. */
export interface NodeMade<T> {
  made: T;
  by: AnswerExtract["by"];
  ms: number;
  /** Unset for a model without a price. */
  cost?: Money;
}

/** Calls a model for an object, and says which one, by which prompt, with how many tokens (spec C5). */
export async function callNode<T>(
  schema: z.ZodType<T>,
  { actor, model, messages, prompt, sessionId, signal, step }: NodeCall,
): Promise<NodeMade<T>> {
  const by = { model: model.name, prompt, inputTokens: 0, outputTokens: 0 };
  let cost: Money | undefined;
  const begin = performance.now();
  const made = await completeObject(schema, {
    ...{ actor, app: APP.SEARCH, model, messages: [...messages], sessionId, signal, isShown: false },
    onCost: (spent) => {
      cost = spent ?? undefined;
      step?.spend(spent);
    },
    onUsage: ({ inputTokens, outputTokens }) => {
      Object.assign(by, { inputTokens, outputTokens });
      step?.tellModel(by);
    },
  });
  return { made, by, ms: Math.round(performance.now() - begin), ...(cost && { cost }) };
}

/** The first of some models that is there and can be told what to do; null where there is none. */
export async function nodeModel(
  actor: Actor,
  ...wanted: readonly (string | null | undefined)[]
): Promise<ResolvedModel | null> {
  for (const id of [...wanted.filter((one) => one != null), undefined]) {
    const model = await resolveSetChatModel(actor, id).catch(() => null);
    if (model && !isBuiltin(model)) return model;
  }
  return null;
}
