import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findModel } from "@/db/queries/models/models";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { embed, generateImages, rerank, speak, transcribe, type WholeCallInput } from "@/lib/models/calls";
import { complete } from "@/lib/models/complete";
import { loadForTrial } from "@/lib/models/registry";
import { type Exchange, SupplierError } from "@/lib/models/types";
import { readBytes } from "@/lib/models/wire/http";
import { P } from "@/lib/permissions/codes";
import { STREAM_HEADERS } from "@/lib/stream/read";
import { type ModelRun, type RunEnd, type RunLine, runKindOf } from "../run-schema";
import { measured, similarity } from "../vectors";

const SOUND_MAX = 16_000_000;
const OUTPUT_MAX = 4096;

type Send = (line: RunLine) => void;
type Done = Pick<RunEnd, "usage" | "firstTokenMs"> & { failure?: { error: string; detail: string } };
type Input = WholeCallInput & { signal: AbortSignal };

/**
 * Tries a model by hand: a real, metered call whose result, request and answer come as lines (spec N11). Leaving the
 * stream ends the call. Throws notFound, modelWrongType.
 */
export async function runModel(actor: Actor, id: string, run: ModelRun, request: AbortSignal): Promise<Response> {
  requirePermission(actor, P.CONFIG_MODELS);
  const row = orNotFound(await findModel(db(), id));
  if (runKindOf(row.type) !== run.kind) throw new AppError("modelWrongType");
  const exchanges: Exchange[] = [];
  const model = orNotFound(await loadForTrial(id, (exchange) => exchanges.push(exchange)));
  const left = new AbortController();
  const signal = AbortSignal.any([request, left.signal]);
  const input: Input = { actor, app: APP.MODEL_TEST, requestId: v7(), model, signal };
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send: Send = (line) => {
        if (!left.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      const started = performance.now();
      const done = await perform(input, run, send);
      const { failure, usage, firstTokenMs } = done;
      send({
        type: "end",
        ok: !failure,
        error: failure?.error ?? null,
        detail: failure?.detail ?? "",
        durationMs: Math.round(performance.now() - started),
        firstTokenMs,
        usage,
        exchanges,
      });
      if (!left.signal.aborted) controller.close();
    },
    cancel: () => left.abort(),
  });
  return new Response(stream, { headers: STREAM_HEADERS });
}

async function perform(input: Input, run: ModelRun, send: Send): Promise<Done> {
  try {
    return await PERFORM[run.kind](input, run as never, send);
  } catch (cause) {
    const error = failureKey(cause);
    if (error === "unknown") log().error({ err: cause }, "trial of a model failed");
    const detail = (cause instanceof SupplierError && cause.options.detail) || "";
    return { usage: null, firstTokenMs: null, failure: { error, detail } };
  }
}

const PERFORM: {
  [K in ModelRun["kind"]]: (input: Input, run: Extract<ModelRun, { kind: K }>, send: Send) => Promise<Done>;
} = {
  chat,
  vector: async (input, { text, other }, send) => {
    const { vectors, inputTokens } = await embed(input, { inputs: other ? [text, other] : [text] });
    const [first, second] = vectors;
    send({
      type: "vectors",
      dimensions: first?.length ?? 0,
      vectors: vectors.map(measured),
      similarity: first && second ? similarity(first, second) : null,
    });
    return done(inputTokens);
  },
  rerank: async (input, { query, documents }, send) => {
    const { results, inputTokens } = await rerank(input, { query, documents });
    send({ type: "ranking", results });
    return done(inputTokens);
  },
  image: async (input, { prompt, size }, send) => {
    const { images, inputTokens, outputTokens } = await generateImages(input, {
      prompt,
      count: 1,
      size: size || undefined,
    });
    for (const { bytes, mediaType } of images) send({ type: "picture", mediaType, base64: bytes.toString("base64") });
    return done(inputTokens, outputTokens);
  },
  speech: async (input, { text, voice }, send) => {
    const { body, mediaType } = await speak(input, { text, voice: voice || undefined });
    const leave = () => body.destroy();
    input.signal.addEventListener("abort", leave);
    const bytes = await readBytes(body, SOUND_MAX);
    send({ type: "sound", mediaType, base64: bytes.toString("base64") });
    return done();
  },
  transcription: async (input, { audio: { base64, ...audio } }, send) => {
    const bytes = Buffer.from(base64, "base64");
    const result = await transcribe(input, { audio: { ...audio, bytes }, timestamps: true });
    const { text, language = null, seconds = null, segments = [] } = result;
    send({ type: "transcript", text, language, seconds, segments });
    return done(result.inputTokens, result.outputTokens);
  },
};

function done(inputTokens?: number, outputTokens = 0): Done {
  const usage = inputTokens === undefined ? null : { inputTokens, outputTokens, reasoningTokens: 0, estimated: false };
  return { usage, firstTokenMs: null };
}

async function chat(
  input: Input,
  { prompt, system, picture }: Extract<ModelRun, { kind: "chat" }>,
  send: Send,
): Promise<Done> {
  const dataUrl = picture && `data:${picture.mediaType};base64,${picture.base64}`;
  const { error, detail, usage, firstTokenMs } = await complete({
    ...input,
    messages: [
      ...(system ? [{ role: "system" as const, content: system }] : []),
      {
        role: "user",
        content: dataUrl
          ? [
              { type: "text", text: prompt },
              { type: "image", dataUrl },
            ]
          : prompt,
      },
    ],
    options: { maxOutputTokens: Math.min(input.model.maxOutputTokens ?? OUTPUT_MAX, OUTPUT_MAX) },
    onText: (delta) => send({ type: "text", delta }),
    onReasoning: (delta) => send({ type: "thinking", delta }),
  });
  return { usage, firstTokenMs, ...(error ? { failure: { error, detail } } : {}) };
}
