import "server-only";
import { inBackground } from "@/lib/background";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { reviewInput } from "@/lib/review/review";
import { Call, type CallInput, type CallOutcome, type Used } from "./call";
import type { Demand } from "./limits";
import { protocolOf } from "./protocols";
import { logRequest } from "./request-log";
import { estimateTokens } from "./tokens";
import {
  type EmbedRequest,
  type EmbedResult,
  type ImageRequest,
  type ImageResult,
  type Protocol,
  type RerankRequest,
  type RerankResult,
  type RoutedChannel,
  type SpeechRequest,
  type SpeechResult,
  SupplierError,
  type TranscriptionRequest,
  type TranscriptionResult,
} from "./types";

/** A call that is answered whole. `signal` ends it; it is metered all the same. */
export interface WholeCallInput extends CallInput {
  signal?: AbortSignal;
  /** Told what the call cost once it is done, null without a price; one that failed costs nothing. */
  onCost?(cost: { micros: number; currency: string } | null): void;
}

const NO_DEMAND: Demand = { inputTokens: 0, outputTokens: 0, images: 0, characters: 0, audioMs: 0 };
const NOTHING: Used = { ...NO_DEMAND, cachedTokens: 0, reasoningTokens: 0, estimated: false };

interface Work<T> {
  kind: string;
  demand: Partial<Demand>;
  /** Undefined where the protocol has no such call. */
  send(protocol: Protocol, channel: RoutedChannel, signal: AbortSignal): Promise<T> | undefined;
  used(result: T): Partial<Used>;
  request: unknown;
  answer(result: T): unknown;
}

/** Runs a call to its end and settles it. Throws AppError of the limits or SupplierError. */
async function run<T>(input: WholeCallInput, work: Work<T>): Promise<T> {
  const signal = input.signal ?? new AbortController().signal;
  const call = new Call(input, { ...NO_DEMAND, ...work.demand }, signal);
  try {
    const result = await call.attempt(async (channel) => {
      const sent = work.send(await protocolOf(channel.template), channel, signal);
      if (!sent) throw new SupplierError("modelWrongType");
      return sent;
    });
    await call.reserved;
    const used = { ...NOTHING, ...work.used(result) };
    conclude(call, work, "done", null, used, result);
    input.onCost?.(call.priceOf(used));
    return result;
  } catch (cause) {
    const error = errorOf(cause);
    conclude(call, work, signal.aborted ? "stopped" : "failed", signal.aborted ? null : error, NOTHING, undefined);
    throw cause;
  }
}

function conclude<T>(
  call: Call,
  { kind, request, answer }: Work<T>,
  status: CallOutcome,
  error: ErrorKey | null,
  used: Used,
  result: T | undefined,
): void {
  const durationMs = call.elapsed();
  void logRequest(
    call,
    { status, error, usage: used, durationMs },
    {
      kind,
      request,
      answer: result === undefined ? null : answer(result),
    },
  );
  inBackground(call.settle({ status, error, used, firstTokenMs: null, durationMs }), "usage could not be settled");
}

function errorOf(cause: unknown): ErrorKey {
  const key = failureKey(cause);
  if (key === "unknown") log().error({ err: cause }, "model call failed");
  return key;
}

const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Vectors of texts, in their order. */
export function embed(input: WholeCallInput, request: EmbedRequest): Promise<EmbedResult> {
  const expected = tokensOf(request.inputs);
  return run(input, {
    kind: "embedding",
    demand: { inputTokens: expected },
    send: (protocol, channel, signal) => protocol.embed?.(channel, request, signal),
    used: ({ inputTokens }) => ({ inputTokens: inputTokens ?? expected, estimated: inputTokens === undefined }),
    request,
    answer: ({ vectors }) => ({ vectors: vectors.length, dimensions: vectors[0]?.length ?? 0 }),
  });
}

/** Documents in the order they answer a query, best first. */
export function rerank(input: WholeCallInput, request: RerankRequest): Promise<RerankResult> {
  const expected = tokensOf([request.query, ...request.documents]);
  return run(input, {
    kind: "rerank",
    demand: { inputTokens: expected },
    send: (protocol, channel, signal) => protocol.rerank?.(channel, request, signal),
    used: ({ inputTokens }) => ({ inputTokens: inputTokens ?? expected, estimated: inputTokens === undefined }),
    request,
    answer: ({ results }) => results,
  });
}

/**
 * Pictures from words, or from other pictures and words. A failed call gives its images back to the day. Throws contentReviewed
 * for words a review rule holds back.
 */
export async function generateImages(input: WholeCallInput, request: ImageRequest): Promise<ImageResult> {
  if (await reviewInput(input.actor, request.prompt, input)) throw new AppError("contentReviewed");
  const expected = estimateTokens(request.prompt);
  return run(input, {
    kind: "image",
    demand: { images: request.count },
    send: (protocol, channel, signal) => protocol.image?.(channel, request, signal),
    used: ({ images, inputTokens, outputTokens }) => ({
      images: images.length,
      inputTokens: inputTokens ?? expected,
      outputTokens: outputTokens ?? 0,
      estimated: inputTokens === undefined,
    }),
    request,
    answer: ({ images, revisedPrompt }) => ({ images: images.length, revisedPrompt }),
  });
}

/** Text spoken. The sound arrives as a stream; the call is settled when it is known to begin. */
export function speak(input: WholeCallInput, request: SpeechRequest): Promise<SpeechResult> {
  const characters = [...request.text].length;
  return run(input, {
    kind: "speech",
    demand: { characters },
    send: (protocol, channel, signal) => protocol.speak?.(channel, request, signal),
    used: () => ({ characters }),
    request,
    answer: ({ mediaType }) => ({ mediaType }),
  });
}

/** Speech written down. */
export function transcribe(input: WholeCallInput, request: TranscriptionRequest): Promise<TranscriptionResult> {
  return run(input, {
    kind: "transcription",
    demand: {},
    send: (protocol, channel, signal) => protocol.transcribe?.(channel, request, signal),
    used: ({ seconds, inputTokens, outputTokens }) => ({
      audioMs: Math.round((seconds ?? 0) * 1000),
      inputTokens: inputTokens ?? 0,
      outputTokens: outputTokens ?? 0,
      estimated: seconds === undefined && inputTokens === undefined,
    }),
    request: { ...request, audio: { name: request.audio.name, bytes: request.audio.bytes } },
    answer: ({ text, seconds }) => ({ text, seconds }),
  });
}
