import "server-only";
import { v7 } from "uuid";
import type { Actor } from "@/lib/auth/actor";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/http/errors";
import { embed, generateImages, rerank, speak, transcribe } from "@/lib/models/calls";
import { ChatCall } from "@/lib/models/chat";
import { TEST_APP } from "@/lib/models/trial";
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

/** Asks a model for as little as its type allows. Limits of the actor are thrown; what the supplier says is the result. */
export async function smallestCall(actor: Actor, model: ResolvedModel, signal: AbortSignal): Promise<Answered> {
  const base = { actor, app: TEST_APP, requestId: v7(), model };
  if (CHAT_TYPES.includes(model.type)) return sayHello(base, signal);
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    await SMALLEST[model.type as OtherType]({ ...base, signal });
    return { ok: true, latencyMs: took(), error: null, detail: "", answer: "" };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const error = cause instanceof SupplierError ? cause : new SupplierError("unknown", { cause });
    const key = error.key === "interrupted" ? "supplierTimeout" : error.key;
    return { ok: false, latencyMs: took(), error: key, detail: error.options.detail ?? "", answer: "" };
  }
}

async function sayHello(base: Omit<Call, "signal">, signal: AbortSignal): Promise<Answered> {
  const call = new ChatCall({
    ...base,
    messages: [{ role: "user", content: "Hello" }],
    options: { maxOutputTokens: 64 },
  });
  await call.reserved;
  signal.addEventListener("abort", () => call.interrupt());
  let answer = "";
  const outcome = await call.read({
    onText: (delta) => {
      answer += delta;
    },
    onReasoning: () => undefined,
  });
  await call.settle(outcome);
  const ok = outcome.status === "done" || outcome.status === "limited";
  const error = ok ? null : outcome.error === "interrupted" ? "supplierTimeout" : (outcome.error ?? "operationFailed");
  const latencyMs = outcome.firstTokenMs ?? outcome.durationMs;
  return { ok, latencyMs, error, detail: outcome.detail, answer: cut(answer, 500) };
}
