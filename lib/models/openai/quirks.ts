import { type Channel, SupplierError } from "../types";

/** Wishes an answer does without; leaving one out changes its style, never its meaning. */
const OPTIONAL = [
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "seed",
  "random_seed",
  "stream_options",
  "parallel_tool_calls",
  "reasoning_effort",
  "enable_thinking",
  "thinking",
  "encoding_format",
  "response_format",
  "return_documents",
  "quality",
  "style",
  "negative_prompt",
];
/** A format somebody asked for is no style: without it the answer is another one. */
const ALWAYS_KEPT: Record<string, ReadonlySet<string>> = {
  "/chat/completions": new Set(["response_format"]),
  "/audio/speech": new Set(["response_format"]),
};
/** Two names of one thing: reasoning models take the second only, older servers the first. */
const RENAMED: readonly (readonly [string, string])[] = [["max_tokens", "max_completion_tokens"]];
const REFUSAL =
  /unsupported|not supported|does(n't| not) support|unrecognized|not compatible|unknown|unexpected|not permitted|not allowed|deprecated|invalid/i;

const TRIES = 5;
const REMEMBERED_MAX = 2000;

/** What a model at an address would not take, learnt from its refusals. */
const shared = globalThis as typeof globalThis & { __quirks?: Map<string, Set<string>> };
shared.__quirks ??= new Map();
const learnt = shared.__quirks;

type Body = Record<string, unknown>;

/**
 * Sends a body and, where the supplier refuses one of its optional fields by name, sends it without that field. What was
 * learnt holds for later calls of the same model.
 */
export async function sendAdapted<T>(
  channel: Channel,
  path: string,
  body: Body,
  post: (body: Body) => Promise<T>,
): Promise<T> {
  // Some refuse a field beside tools only.
  const key = `${channel.baseUrl} ${channel.upstreamModel} ${path} ${body.tools ? "tools" : ""}`;
  for (let tries = 1; ; tries++) {
    const adapted = adapt(body, learnt.get(key));
    try {
      return await post(adapted);
    } catch (error) {
      const field = tries < TRIES ? refusedField(error, adapted, path) : undefined;
      if (!field) throw error;
      if (learnt.size >= REMEMBERED_MAX) learnt.clear();
      learnt.set(key, new Set(learnt.get(key)).add(field));
    }
  }
}

function adapt(body: Body, refused: ReadonlySet<string> = new Set()): Body {
  if (refused.size === 0) return body;
  const adapted = { ...body };
  for (const field of refused) {
    const pair = RENAMED.find((names) => names.includes(field));
    const other = pair?.find((name) => name !== field);
    if (other && !refused.has(other)) adapted[other] ??= adapted[field];
    delete adapted[field];
  }
  return adapted;
}

function refusedField(error: unknown, body: Body, path: string): string | undefined {
  if (!(error instanceof SupplierError)) return undefined;
  const { status, detail = "" } = error.options;
  if ((status !== 400 && status !== 422) || !REFUSAL.test(detail)) return undefined;
  const names = [...OPTIONAL.filter((name) => !ALWAYS_KEPT[path]?.has(name)), ...RENAMED.flat()];
  // The field that is named first is the refused one; a hint what to use instead comes after it.
  const named = names
    .filter((name) => body[name] !== undefined)
    .map((name) => ({ name, at: detail.search(new RegExp(`\\b${name}\\b`)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return named[0]?.name;
}
