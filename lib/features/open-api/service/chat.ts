import "server-only";
import type { KeyHolder } from "@/lib/auth/api-key";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import type { AnthropicBody, OpenAiBody } from "@/lib/models/relay/bodies";
import { relay } from "@/lib/models/relay/relay";
import { fromAnthropic, fromOpenAi } from "@/lib/models/relay/requests";
import { estimateTokens, IMAGE_TOKENS } from "@/lib/models/tokens";
import type { ResolvedModel } from "@/lib/models/types";
import { callOf, modelFor } from "./call";

interface Caller {
  holder: KeyHolder;
  signal: AbortSignal;
  failure(error: ErrorKey): Promise<string>;
}

/** A chat completion as OpenAI documents it, streamed or whole. */
export async function completeChat({ holder, signal, failure }: Caller, body: OpenAiBody): Promise<Response> {
  const model = await modelFor(holder, body.model, CHAT_TYPES);
  const contents = body.messages.map(({ content }) => content);
  const asked = body.max_completion_tokens ?? body.max_tokens;
  assertSees(
    model,
    contents.some((content) => Array.isArray(content) && content.some(isPicture)),
  );
  return relay({
    ...callOf(holder, model),
    wire: "openai",
    body,
    asked: askedIn(body.messages),
    convert: (ended) => fromOpenAi(body, ended),
    inputTokens: estimateContents(contents) + estimateSchema(body.tools),
    outputTokens: (asked ?? model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS) * (body.n ?? 1),
    wantsUsage: body.stream_options?.include_usage === true,
    signal,
    failure,
  });
}

/** A message as Anthropic documents it, streamed or whole. */
export async function createMessage({ holder, signal, failure }: Caller, body: AnthropicBody): Promise<Response> {
  const model = await modelFor(holder, body.model, CHAT_TYPES);
  const system = typeof body.system === "string" ? [body.system] : (body.system ?? []).map(({ text }) => text);
  const contents = [...system, ...body.messages.map(({ content }) => content)];
  assertSees(
    model,
    contents.some((content) => Array.isArray(content) && content.some(isPicture)),
  );
  return relay({
    ...callOf(holder, model),
    wire: "anthropic",
    body,
    asked: askedIn(body.messages),
    convert: (ended) => fromAnthropic(body, ended),
    inputTokens: estimateContents(contents) + estimateSchema(body.tools),
    outputTokens: body.max_tokens,
    wantsUsage: true,
    signal,
    failure,
  });
}

interface Part {
  type: string;
  text?: string | null;
}

/** The words of the person's last turn, with what tools answered in it: all behind the model's last one. */
function askedIn(messages: readonly { role: string; content?: string | readonly Part[] | null }[]): string {
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  const asked = messages.slice(from).filter(({ role }) => role !== "system" && role !== "developer");
  return asked
    .map(({ content }) =>
      typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n"),
    )
    .join("\n");
}

const isPicture = ({ type }: Part) => type === "image_url" || type === "image";

function assertSees(model: ResolvedModel, hasPictures: boolean): void {
  if (hasPictures && model.type !== "vision" && !model.abilities.includes("visual")) {
    throw new AppError("modelCannotSee");
  }
}

function estimateContents(contents: readonly (string | readonly Part[] | null | undefined)[]): number {
  let tokens = 0;
  for (const content of contents) {
    tokens += 4;
    if (typeof content === "string") tokens += estimateTokens(content);
    else for (const part of content ?? []) tokens += isPicture(part) ? IMAGE_TOKENS : estimateTokens(part.text ?? "");
  }
  return tokens;
}

function estimateSchema(tools: readonly unknown[] | undefined): number {
  return tools?.length ? estimateTokens(JSON.stringify(tools)) : 0;
}
