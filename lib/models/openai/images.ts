import "server-only";
import { FormData } from "undici";
import { qualityFor } from "../image-options";
import {
  type Channel,
  type ImageRequest,
  type ImageResult,
  type PictureBytes,
  type Protocol,
  SupplierError,
} from "../types";
import { secretsOf, streamError } from "../wire/errors";
import { readJson, send } from "../wire/http";
import { fetchPicture, pictureOfText } from "../wire/pictures";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

// @exempt requests: forms with files; they are sent through wire/http

const NEW = "/images/generations";
const EDIT = "/images/edits";
/** Ten pictures in base64. */
const ANSWER_MAX = 200_000_000;

/** Suppliers whose pictures would stand at an address of our own network, so they are asked for the bytes. */
const ASK_FOR_BYTES = new Set(["openai-compatible", "vllm", "xinference", "doubao", "xai"]);

/** New pictures, or changed ones when there are sources. */
export function imageOver(endpoint: Endpoint): NonNullable<Protocol["image"]> {
  return async (channel, wanted, signal) => {
    const path = wanted.sources?.length ? EDIT : NEW;
    const url = endpoint(channel, path);
    const answer = await sendAdapted(channel, path, imageBody(channel, wanted), (body) =>
      send(channel, { url, body: path === EDIT ? form(body, wanted) : JSON.stringify(body) }, signal),
    );
    return readImages(channel, await readJson(answer, ANSWER_MAX), signal);
  };
}

function imageBody(channel: Channel, wanted: ImageRequest): Record<string, unknown> {
  const { template, upstreamModel: model } = channel;
  const { prompt, count, size, quality, style, negativePrompt, seed } = wanted;
  // SiliconFlow documents names of its own.
  if (template === "siliconflow") {
    return { model, prompt, image_size: size, batch_size: count, negative_prompt: negativePrompt, seed };
  }
  return {
    model,
    prompt,
    // Some models take one picture a call and refuse to be told so.
    n: count > 1 ? count : undefined,
    size,
    quality: qualityFor(channel, quality),
    style,
    negative_prompt: negativePrompt,
    seed,
    response_format: ASK_FOR_BYTES.has(template) ? "b64_json" : undefined,
  };
}

function form(body: Record<string, unknown>, { sources = [], mask }: ImageRequest): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(body)) if (value !== undefined) data.set(name, String(value));
  const field = sources.length > 1 ? "image[]" : "image";
  for (const [index, source] of sources.entries())
    data.append(field, blob(source), `image-${index + 1}${ending(source)}`);
  if (mask) data.set("mask", blob(mask), `mask${ending(mask)}`);
  return data;
}

const blob = ({ bytes, mediaType }: PictureBytes) => new Blob([new Uint8Array(bytes)], { type: mediaType });
const ending = ({ mediaType }: PictureBytes) => `.${mediaType.split("/")[1]}`;

async function readImages(channel: Channel, value: Record<string, unknown>, signal: AbortSignal): Promise<ImageResult> {
  if (value.error) throw streamError(value.error, secretsOf(channel));
  const list = value.data ?? value.images;
  if (!Array.isArray(list) || list.length === 0) throw new SupplierError("supplierMalformed");
  const images: PictureBytes[] = [];
  let revisedPrompt: string | undefined;
  for (const { b64_json, url, revised_prompt } of list as {
    b64_json?: string;
    url?: string;
    revised_prompt?: string;
  }[]) {
    revisedPrompt ??= revised_prompt || undefined;
    images.push(b64_json ? pictureOfText(b64_json) : await byAddress(url, signal));
  }
  const { input_tokens, output_tokens } = (value.usage ?? {}) as { input_tokens?: number; output_tokens?: number };
  return { images, revisedPrompt, inputTokens: input_tokens, outputTokens: output_tokens };
}

function byAddress(url: string | undefined, signal: AbortSignal): Promise<PictureBytes> | PictureBytes {
  if (!url) throw new SupplierError("supplierMalformed");
  return /^data:[^,]*;base64,/.test(url) ? pictureOfText(url) : fetchPicture(url, signal);
}
