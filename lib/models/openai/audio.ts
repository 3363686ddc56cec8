import "server-only";
import { FormData } from "undici";
import { type Protocol, type SpeechRequest, SupplierError, type TranscriptionResult } from "../types";
import { secretsOf, streamError } from "../wire/errors";
import { mediaTypeOf, readJson, send } from "../wire/http";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

// @exempt requests: forms with files; they are sent through wire/http

const SPEAK = "/audio/speech";
const TRANSCRIBE = "/audio/transcriptions";
const TEXT_MAX = 32_000_000;

export const SOUND_TYPES: Record<NonNullable<SpeechRequest["format"]>, string> = {
  mp3: "audio/mpeg",
  opus: "audio/ogg",
  aac: "audio/aac",
  flac: "audio/flac",
  wav: "audio/wav",
  pcm: "audio/pcm",
};

/** Text to sound, passed on as it arrives. */
export function speakOver(endpoint: Endpoint): NonNullable<Protocol["speak"]> {
  return async (channel, { text, voice, format, speed }, signal) => {
    const body = {
      model: channel.upstreamModel,
      input: text,
      // OpenAI demands one and this is its first.
      voice: voice ?? "alloy",
      response_format: format,
      speed,
    };
    const url = endpoint(channel, SPEAK);
    const answer = await sendAdapted(channel, SPEAK, body, (adapted) =>
      send(channel, { url, body: JSON.stringify(adapted), accept: "*/*" }, signal),
    );
    const type = mediaTypeOf(answer);
    if (type === "application/json") {
      // A failure told under status 200.
      const { error, base_resp } = await readJson(answer, TEXT_MAX);
      throw error || base_resp
        ? streamError(error ?? base_resp, secretsOf(channel))
        : new SupplierError("supplierMalformed");
    }
    return { body: answer.body, mediaType: type.startsWith("audio/") ? type : SOUND_TYPES[format ?? "mp3"] };
  };
}

/** Sound to text; times of its segments where the model has them. */
export function transcribeOver(endpoint: Endpoint): NonNullable<Protocol["transcribe"]> {
  return async (channel, { audio, language, prompt, temperature, timestamps }, signal) => {
    const body = {
      model: channel.upstreamModel,
      language,
      prompt,
      temperature,
      // Newer models know `json` only: refused, the field is left out and the text comes without times.
      response_format: timestamps ? "verbose_json" : "json",
    };
    const url = endpoint(channel, TRANSCRIBE);
    const answer = await sendAdapted(channel, TRANSCRIBE, body, (adapted) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(adapted)) if (value !== undefined) form.set(name, String(value));
      const sound = new Blob([new Uint8Array(audio.bytes)], { type: audio.mediaType });
      form.set("file", sound, audio.name);
      return send(channel, { url, body: form }, signal);
    });
    return readTranscription(await readJson(answer, TEXT_MAX));
  };
}

function readTranscription(value: Record<string, unknown>): TranscriptionResult {
  const { text, language, duration, segments, usage } = value;
  if (typeof text !== "string") throw new SupplierError("supplierMalformed");
  // Newer models are charged by tokens, older ones by time.
  const { input_tokens, output_tokens, seconds } = (usage ?? {}) as Record<string, number | undefined>;
  return {
    text,
    language: typeof language === "string" ? language : undefined,
    seconds: typeof duration === "number" ? duration : seconds,
    segments: Array.isArray(segments)
      ? segments.map(({ start, end, text }: { start: number; end: number; text: string }) => ({ start, end, text }))
      : undefined,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
  };
}
