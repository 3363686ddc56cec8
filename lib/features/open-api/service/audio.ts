import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import type { Form } from "@/lib/endpoint/multipart";
import { AppError } from "@/lib/errors/errors";
import { speak, transcribe } from "@/lib/models/calls";
import { serveSound } from "@/lib/models/sound";
import type { TranscriptionResult } from "@/lib/models/types";
import { type SpeechBody, transcriptionFields } from "../schema";
import { callOf, modelFor } from "./call";

/** Text spoken; the sound is passed on as it arrives. */
export async function createSpeech(holder: KeyHolder, body: SpeechBody, signal: AbortSignal): Promise<Response> {
  const model = await modelFor(holder, body.model, ["speech"]);
  const voice = typeof body.voice === "string" ? body.voice : body.voice?.id;
  const sound = await speak(
    { ...callOf(holder, model), signal },
    { text: body.input, voice, format: body.response_format, speed: body.speed },
  );
  return serveSound(sound);
}

/** Speech written down, in the shape asked for. */
export async function createTranscription(holder: KeyHolder, form: Form, signal: AbortSignal): Promise<Response> {
  const parsed = transcriptionFields.safeParse(form.fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError("invalidInput", { data: { param: issue?.path.join(".") ?? "", reason: issue?.message ?? "" } });
  }
  const { model: name, response_format: format, ...options } = parsed.data;
  const file = form.files.find(({ field }) => field === "file");
  if (!file || file.bytes.length === 0)
    throw new AppError("invalidInput", { data: { param: "file", reason: "required" } });
  const model = await modelFor(holder, name, ["transcription"]);
  const result = await transcribe(
    { ...callOf(holder, model), signal },
    { audio: file, ...options, timestamps: format !== "json" && format !== "text" },
  );
  const plain = { text: result.text, srt: subtitles(result, ","), vtt: `WEBVTT\n\n${subtitles(result, ".")}` };
  if (format === "text" || format === "srt" || format === "vtt") {
    return new Response(plain[format], { headers: { "content-type": "text/plain; charset=utf-8" } });
  }
  return Response.json(format === "json" ? { text: result.text } : verbose(result));
}

function verbose({ text, language, seconds, segments }: TranscriptionResult) {
  return {
    task: "transcribe",
    language: language ?? "",
    duration: seconds ?? 0,
    text,
    segments: (segments ?? []).map((segment, id) => ({ id, ...segment })),
  };
}

/** Numbered pieces with their times; without times the whole text is one. */
function subtitles({ segments, text, seconds }: TranscriptionResult, point: "," | "."): string {
  const pieces = segments?.length ? segments : [{ start: 0, end: seconds ?? 0, text }];
  return pieces
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${clock(start, point)} --> ${clock(end, point)}\n${text.trim()}\n`,
    )
    .join("\n");
}

function clock(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, size = 2) => String(Math.floor(value)).padStart(size, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${point}${part(ms % 1000, 3)}`;
}
