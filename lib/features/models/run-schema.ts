import { z } from "zod";
import type { ModelType } from "@/lib/config/model-kinds";
import type { Exchange } from "@/lib/models/types";
import { identifier, line, prose } from "@/lib/text/line";

/** Of a picture or a recording to try a model with, bytes. */
export const RUN_FILE_MAX = 10_000_000;
/** Of a whole request: the file as text, and the words beside it. */
export const RUN_BODY_MAX = Math.ceil((RUN_FILE_MAX * 4) / 3) + 200_000;
export const RUN_TEXT_MAX = 20_000;
export const RUN_DOCUMENTS_MAX = 20;

const text = prose(RUN_TEXT_MAX).trim().min(1, "required");
const base64 = z.base64("invalid").max(Math.ceil((RUN_FILE_MAX * 4) / 3) + 4, "tooLong");
const word = line(60).optional();

/** What a model is tried with; the kind follows from its type. */
export const modelRun = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("chat"),
    prompt: text,
    system: prose(4000).trim().optional(),
    picture: z
      .strictObject({ mediaType: z.enum(["image/png", "image/jpeg", "image/webp", "image/gif"]), base64 })
      .optional(),
  }),
  z.strictObject({ kind: z.literal("vector"), text, other: prose(RUN_TEXT_MAX).trim().optional() }),
  z.strictObject({
    kind: z.literal("rerank"),
    query: text,
    documents: z.array(text).min(1, "required").max(RUN_DOCUMENTS_MAX, "tooMany"),
  }),
  z.strictObject({ kind: z.literal("image"), prompt: text, size: word }),
  z.strictObject({ kind: z.literal("speech"), text: text.max(4000, "tooLong"), voice: word }),
  z.strictObject({
    kind: z.literal("transcription"),
    audio: z.strictObject({
      name: line(200).min(1),
      mediaType: identifier(100).regex(/^(audio|video)\/[\w.+-]{1,60}$/, "invalid"),
      base64,
    }),
  }),
]);
export type ModelRun = z.infer<typeof modelRun>;
export type RunKind = ModelRun["kind"];

/** How a model of a type is tried. */
export function runKindOf(type: ModelType): RunKind {
  return type === "language" || type === "vision" ? "chat" : type;
}

export interface RunEnd {
  type: "end";
  ok: boolean;
  /** Key of the error catalogue. */
  error: string | null;
  detail: string;
  durationMs: number;
  firstTokenMs: number | null;
  usage: { inputTokens: number; outputTokens: number; reasoningTokens: number; estimated: boolean } | null;
  /** What went over the wire, one for each try. */
  exchanges: Exchange[];
}

/** What a model made that is no running text. */
export type RunResult =
  | { type: "vectors"; dimensions: number; vectors: { norm: number; first: number[] }[]; similarity: number | null }
  | { type: "ranking"; results: { index: number; score: number }[] }
  | { type: "picture" | "sound"; mediaType: string; base64: string }
  | {
      type: "transcript";
      text: string;
      language: string | null;
      seconds: number | null;
      segments: { start: number; end: number; text: string }[];
    };

/** A line of a run's stream. */
export type RunLine = { type: "text"; delta: string } | { type: "thinking"; delta: string } | RunResult | RunEnd;
