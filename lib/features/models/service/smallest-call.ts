import "server-only";
import { v7 } from "uuid";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import { embed, generateImages, rerank, speak, transcribe } from "@/lib/models/calls";
import { type CompletionInput, complete } from "@/lib/models/complete";
import { type ResolvedModel, SupplierError } from "@/lib/models/types";
import { cut } from "@/lib/text/storable";
import type { ModelTestResult } from "../dto";
import { toneWav } from "./samples";

type OtherType = Exclude<ModelType, "chat" | "language" | "vision">;
type Call = Parameters<typeof embed>[0];

const SMALLEST: Record<OtherType, (call: Call) => Promise<unknown>> = {
  vector: (call) => embed(call, { inputs: ["Hello"] }),
  rerank: (call) => rerank(call, { query: "Hello", documents: ["Hello", "Goodbye"] }),
  image: (call) => generateImages(call, { prompt: "A blue circle on white", count: 1 }),
  speech: async (call) => {
    const { body } = await speak(call, { text: "Hello" });
    body.on("error", () => undefined).destroy();
  },
  transcription: (call) => transcribe(call, { audio: { bytes: toneWav(), name: "tone.wav", mediaType: "audio/wav" } }),
};

type Answered = Omit<ModelTestResult, "health">;

/**
 * Asks a model for as little as its type allows, and waits so many milliseconds at most. Limits of the actor are thrown;
 * what the supplier says is the result.
 */
export async function smallestCall(
  actor: Actor,
  model: ResolvedModel,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Answered> {
  if (CHAT_TYPES.includes(model.type)) return sayHello({ actor, model, timeoutMs, signal });
  const base = { actor, app: APP.MODEL_TEST, requestId: v7(), model };
  const limit = AbortSignal.timeout(timeoutMs);
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    await SMALLEST[model.type as OtherType]({ ...base, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    return { ok: true, latencyMs: took(), error: null, detail: "", answer: "" };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const error = cause instanceof SupplierError ? cause : new SupplierError("unknown", { cause });
    const key = error.key === "interrupted" ? "supplierTimeout" : error.key;
    return { ok: false, latencyMs: took(), error: key, detail: error.options.detail ?? "", answer: "" };
  }
}

async function sayHello(call: Pick<CompletionInput, "actor" | "model" | "timeoutMs" | "signal">): Promise<Answered> {
  const { text, ...outcome } = await complete({
    ...call,
    app: APP.MODEL_TEST,
    messages: [{ role: "user", content: "Hello" }],
    options: { maxOutputTokens: 64 },
  });
  const ok = outcome.status === "done" || outcome.status === "limited";
  const error = ok ? null : outcome.error === "interrupted" ? "supplierTimeout" : (outcome.error ?? "operationFailed");
  const latencyMs = outcome.firstTokenMs ?? outcome.durationMs;
  return { ok, latencyMs, error, detail: outcome.detail, answer: cut(text, 500) };
}
