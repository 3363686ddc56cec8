import "server-only";
import { v7 } from "uuid";
import type { z } from "zod";
import { AppError } from "@/lib/errors/errors";
import type { CallInput } from "./call";
import { ChatCall, type ChatOutcome, isEmptyAnswer } from "./chat";
import type { ChatOptions, ChatRequest } from "./types";

export interface CompletionInput
  extends Omit<ChatRequest, "options">,
    Pick<CallInput, "actor" | "model" | "sessionId" | "keepsContent" | "isShown" | "reviewRules"> {
  /** Which app's use it is, in the ledger and for limits. */
  app: string;
  /** One of the caller's own; else a new one. */
  requestId?: string;
  options?: ChatOptions;
  /** Ends the call as stopped. */
  signal?: AbortSignal;
  /** Ends the call as interrupted after so many milliseconds. */
  timeoutMs?: number;
  /** Told what the call cost, whatever came of it. */
  onCost?(cost: Completion["cost"]): void;
  /** Told what the call used, whatever came of it. */
  onUsage?(usage: ChatOutcome["usage"]): void;
  onText?(delta: string): void;
  onReasoning?(delta: string): void;
}

export interface Completion extends ChatOutcome {
  text: string;
  reasoning: string;
  /** Money in micro-units; null without a price. */
  cost: { micros: number; currency: string } | null;
}

/**
 * One metered call of a chat model, read to its end. Limits of the actor are thrown, as is interrupted where the signal
 * was aborted before; what the supplier does is an outcome.
 */
export async function complete(input: CompletionInput): Promise<Completion> {
  const { requestId = v7(), options = {}, signal, timeoutMs, onText, onReasoning, onCost, onUsage, ...request } = input;
  if (signal?.aborted) throw new AppError("interrupted");
  const call = new ChatCall({ ...request, requestId, options });
  const stop = () => call.stop();
  signal?.addEventListener("abort", stop);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => call.interrupt(), timeoutMs);
  try {
    await call.reserved;
    let text = "";
    let reasoning = "";
    const outcome = await call.read({
      onText: (delta) => {
        text += delta;
        onText?.(delta);
      },
      onReasoning: (delta) => {
        reasoning += delta;
        onReasoning?.(delta);
      },
    });
    const cost = call.priceOf(outcome);
    await call.settle(outcome);
    onCost?.(cost);
    onUsage?.(outcome.usage);
    if (outcome.review) return { ...outcome, text: outcome.review.reply, reasoning: "", cost };
    return { ...outcome, text, reasoning, cost };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** The answer's text; one that was cut for its length is an answer. Throws what it failed with, emptyAnswer, the signal's reason. */
export async function completeText(input: CompletionInput): Promise<string> {
  input.signal?.throwIfAborted();
  const outcome = await complete(input);
  input.signal?.throwIfAborted();
  const { status, error, text } = outcome;
  if (isEmptyAnswer(outcome, text)) throw new AppError("emptyAnswer");
  if (status === "done" || (status === "limited" && !error)) return text;
  throw new AppError(error ?? "interrupted");
}

/**
 * The answer as an object. The prompt says which shape; words around it, as models like to write, are passed over. Throws
 * what `completeText` throws, and supplierMalformed.
 */
export async function completeObject<T>(schema: z.ZodType<T>, input: CompletionInput): Promise<T> {
  const options: ChatOptions = { responseFormat: { type: "json_object" }, ...input.options };
  const text = await completeText({ ...input, options });
  try {
    return schema.parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
  } catch {
    throw new AppError("supplierMalformed");
  }
}
