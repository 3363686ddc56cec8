import "server-only";
import { Readable } from "node:stream";
import { checkVectors } from "../openai/embeddings";
import { type Protocol, type SpeechRequest, SupplierError } from "../types";
import { pictureOf } from "../wire/pictures";
import { imagen, isImagen } from "./imagen";
import { ratioOf } from "./ratios";
import { askWhole } from "./supplier";

/** Google's own limit of texts a call. */
const TEXTS_A_CALL = 100;
const RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;

export const embed: NonNullable<Protocol["embed"]> = async (channel, { inputs, dimensions }, abortSignal) => {
  const vectors: number[][] = [];
  for (let from = 0; from < inputs.length; from += TEXTS_A_CALL) {
    const values = inputs.slice(from, from + TEXTS_A_CALL);
    const { embeddings } = await askWhole(channel, abortSignal, (google) =>
      google
        .embeddingModel(channel.upstreamModel)
        .doEmbed({ values, abortSignal, providerOptions: { google: { outputDimensionality: dimensions } } }),
    );
    vectors.push(...embeddings);
  }
  // Shortened vectors come without length one, and searches expect it.
  return { vectors: checkVectors(dimensions ? vectors.map(normalised) : vectors, inputs.length) };
};

function normalised(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Gemini's pictures, one a call; those that are to be changed go along. Imagen has its own call. */
export const image: NonNullable<Protocol["image"]> = async (channel, wanted, abortSignal) => {
  if (isImagen(channel.upstreamModel)) return imagen(channel, wanted, abortSignal);
  const { prompt, count, size, seed, sources = [], mask, negativePrompt } = wanted;
  if (mask) throw new SupplierError("supplierRefused", { detail: "this supplier takes no mask" });
  const files = sources.map(({ bytes, mediaType }) => ({
    type: "file" as const,
    mediaType,
    data: new Uint8Array(bytes),
  }));
  const one = () =>
    askWhole(channel, abortSignal, (google) =>
      google.imageModel(channel.upstreamModel).doGenerate({
        prompt: negativePrompt ? `${prompt}\n\nAvoid: ${negativePrompt}` : prompt,
        n: 1,
        size: undefined,
        aspectRatio: ratioOf(size, RATIOS),
        seed,
        files: files.length > 0 ? files : undefined,
        mask: undefined,
        providerOptions: {},
        abortSignal,
      }),
    );
  const answers = await Promise.all(Array.from({ length: count }, one));
  const images = answers
    .flatMap<string | Uint8Array>((answer) => answer.images)
    .map((data) => pictureOf(typeof data === "string" ? Buffer.from(data, "base64") : Buffer.from(data)));
  if (images.length === 0) {
    const filtered = answers.some(({ isRetryable }) => isRetryable === false);
    throw new SupplierError(filtered ? "contentFiltered" : "supplierMalformed", { detail: "no picture" });
  }
  const sum = (pick: "inputTokens" | "outputTokens") =>
    answers.reduce((total, { usage }) => total + (usage?.[pick] ?? 0), 0) || undefined;
  return { images, inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
};

/** WAV, or raw samples where those are asked for; Google has no other form and comes with the whole sound at once. */
export const speak: NonNullable<Protocol["speak"]> = async (channel, { text, voice, format }, abortSignal) => {
  const outputFormat: SpeechRequest["format"] = format === "pcm" ? "pcm" : "wav";
  const { audio } = await askWhole(channel, abortSignal, (google) =>
    google.speech(channel.upstreamModel).doGenerate({ text, voice, outputFormat, abortSignal }),
  );
  const bytes = typeof audio === "string" ? Buffer.from(audio, "base64") : Buffer.from(audio);
  if (bytes.length === 0) throw new SupplierError("supplierMalformed", { detail: "no sound" });
  return { body: Readable.from([bytes], { objectMode: false }), mediaType: `audio/${outputFormat}` };
};

export const transcribe: NonNullable<Protocol["transcribe"]> = async (channel, request, abortSignal) => {
  const { audio, language, timestamps } = request;
  const answer = await askWhole(channel, abortSignal, (google) =>
    google.transcription(channel.upstreamModel).doGenerate({
      audio: new Uint8Array(audio.bytes),
      mediaType: audio.mediaType,
      abortSignal,
      providerOptions: {
        google: {
          ...(language ? { languageCodes: [language] } : {}),
          ...(timestamps ? { wordTimestamp: true } : {}),
        },
      },
    }),
  );
  const segments = answer.segments.map(({ startSecond, endSecond, text }) => ({
    start: startSecond,
    end: endSecond,
    text,
  }));
  return {
    text: answer.text,
    seconds: answer.durationInSeconds,
    segments: timestamps ? segments : undefined,
  };
};
