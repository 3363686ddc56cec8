import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import type { Form } from "@/lib/endpoint/multipart";
import { AppError } from "@/lib/errors/errors";
import { generateImages } from "@/lib/models/calls";
import type { ImageResult, PictureBytes } from "@/lib/models/types";
import { type ImageBody, type ImageEditFields, imageEditFields } from "../schema";
import { callOf, modelFor } from "./call";

/** Pictures from words. */
export async function createImages(holder: KeyHolder, body: ImageBody, signal: AbortSignal) {
  const model = await modelFor(holder, body.model, ["image"]);
  const result = await generateImages(
    { ...callOf(holder, model), signal },
    {
      ...optionsOf(body),
      negativePrompt: body.negative_prompt ?? undefined,
      seed: body.seed ?? undefined,
    },
  );
  return answerOf(result, body.response_format);
}

/** Pictures from pictures and words. */
export async function editImages(holder: KeyHolder, form: Form, signal: AbortSignal) {
  const fields = imageEditFields.safeParse(form.fields);
  if (!fields.success) {
    const [issue] = fields.error.issues;
    throw new AppError("invalidInput", { data: { param: issue?.path.join(".") ?? "", reason: issue?.message ?? "" } });
  }
  const pictures = (...names: string[]): PictureBytes[] =>
    form.files.filter(({ field }) => names.includes(field)).map(({ bytes, mediaType }) => ({ bytes, mediaType }));
  const sources = pictures("image", "image[]");
  if (sources.length === 0) throw new AppError("invalidInput", { data: { param: "image", reason: "required" } });
  const model = await modelFor(holder, fields.data.model, ["image"]);
  const [mask] = pictures("mask");
  const result = await generateImages(
    { ...callOf(holder, model), signal },
    { ...optionsOf(fields.data), sources, mask },
  );
  return answerOf(result, fields.data.response_format);
}

function optionsOf({ prompt, n, size, quality, style }: ImageBody | ImageEditFields) {
  return {
    prompt,
    count: n ?? 1,
    size: size ?? undefined,
    quality: quality ?? undefined,
    style: style ?? undefined,
  };
}

/** Pictures are not kept for callers from outside, so an address is one that carries the picture itself. */
function answerOf(
  { images, revisedPrompt, inputTokens, outputTokens }: ImageResult,
  format: string | null | undefined,
) {
  return {
    created: Math.floor(Date.now() / 1000),
    data: images.map(({ bytes, mediaType }) => {
      const base64 = bytes.toString("base64");
      return {
        ...(format === "url" ? { url: `data:${mediaType};base64,${base64}` } : { b64_json: base64 }),
        ...(revisedPrompt ? { revised_prompt: revisedPrompt } : {}),
      };
    }),
    ...(inputTokens === undefined
      ? {}
      : {
          usage: {
            input_tokens: inputTokens,
            output_tokens: outputTokens ?? 0,
            total_tokens: inputTokens + (outputTokens ?? 0),
          },
        }),
  };
}
