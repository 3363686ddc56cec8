import type { ModelType } from "@/lib/config/model-kinds";

const PATTERNS: readonly [ModelType, RegExp][] = [
  ["rerank", /rerank/],
  ["vector", /embed|(^|[/_-])(bge|gte|e5|m3e|bce)([/_.-]|$)/],
  ["transcription", /whisper|transcri|paraformer|sensevoice|(^|[/_-])asr([/_.-]|$)/],
  ["speech", /cosyvoice|speech|(^|[/_-])tts([/_.-]|$)/],
  [
    "image",
    /dall-e|gpt-image|imagen-|flux|stable-diffusion|sdxl|kolors|cogview|seedream|wanx|(^|[/_-])image([/_.-]|$)/,
  ],
  ["vision", /vision|llava|pixtral|(^|[/_-])(vl\d*|ocr)([/_.-]|$)|-\d(\.\d)?v([/_.-]|$)/],
];

/** What kind of model a supplier's name speaks of; chat when nothing else does. Only a suggestion. */
export function guessModelType(name: string): ModelType {
  const lower = name.toLowerCase();
  return PATTERNS.find(([, pattern]) => pattern.test(lower))?.[0] ?? "chat";
}
