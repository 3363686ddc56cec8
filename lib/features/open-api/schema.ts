import { z } from "zod";
import { identifier, prose } from "@/lib/text/line";

const model = identifier(200).min(1);

/** Texts of one call, and characters of one of them. */
const INPUTS_MAX = 2048;
const TEXT_MAX = 200_000;
const text = prose(TEXT_MAX);

export const embeddingBody = z.looseObject({
  model,
  input: z.union([text.min(1), z.array(text.min(1)).min(1).max(INPUTS_MAX)]),
  encoding_format: z.enum(["float", "base64"]).optional(),
  dimensions: z.number().int().min(1).max(16_000).optional(),
});
export type EmbeddingBody = z.infer<typeof embeddingBody>;

export const rerankBody = z.looseObject({
  model,
  query: text.min(1),
  documents: z
    .array(z.union([text, z.looseObject({ text })]))
    .min(1)
    .max(1000),
  top_n: z.number().int().min(1).max(1000).optional(),
  return_documents: z.boolean().optional(),
});
export type RerankBody = z.infer<typeof rerankBody>;

const imageOptions = {
  model,
  prompt: prose(32_000).trim().min(1),
  n: z.coerce.number().int().min(1).max(10).nullish(),
  size: identifier(40).nullish(),
  quality: identifier(40).nullish(),
  style: identifier(40).nullish(),
  response_format: z.enum(["url", "b64_json"]).nullish(),
};
export const imageBody = z.looseObject({
  ...imageOptions,
  negative_prompt: prose(32_000).nullish(),
  seed: z.number().int().min(0).nullish(),
});
export type ImageBody = z.infer<typeof imageBody>;

/** Fields of an edit, beside the files `image` (one or several) and `mask`. */
export const imageEditFields = z.object(imageOptions);
export type ImageEditFields = z.infer<typeof imageEditFields>;

export const speechBody = z.looseObject({
  model,
  input: prose(20_000).min(1),
  voice: z.union([identifier(200), z.looseObject({ id: identifier(200) })]).optional(),
  response_format: z.enum(["mp3", "opus", "aac", "flac", "wav", "pcm"]).optional(),
  speed: z.number().min(0.25).max(4).optional(),
});
export type SpeechBody = z.infer<typeof speechBody>;

/** Fields of a transcription, beside the file `file`. */
export const transcriptionFields = z.object({
  model,
  language: identifier(20).optional(),
  prompt: prose(5000).optional(),
  response_format: z.enum(["json", "text", "srt", "verbose_json", "vtt"]).default("json"),
  temperature: z.coerce.number().min(0).max(1).optional(),
});
