import "server-only";
import { randomUUID } from "node:crypto";
import type { FinishReason, StreamEnd, StreamHandlers, ToolCall } from "../types";
import { streamError } from "../wire/errors";

interface WireToolCall {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | object | null };
}

/** Mistral's reasoning models write parts instead of text. */
interface ContentPart {
  type?: string;
  text?: string;
  thinking?: ContentPart[];
}

export interface Delta {
  content?: string | ContentPart[] | null;
  /** Names in use for thinking: DeepSeek and Qwen say the first, OpenRouter and Ollama the second. */
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: WireToolCall[] | null;
}

interface Usage {
  prompt_tokens?: number;
  completion_tokens?: number;
  total_tokens?: number;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  /** DeepSeek's name for what it had cached. */
  prompt_cache_hit_tokens?: number;
}

export interface Chunk {
  /** Moonshot puts the usage into the last choice; `message` stands in answers that are not streamed. */
  choices?: { delta?: Delta | null; message?: Delta | null; finish_reason?: string | null; usage?: Usage | null }[];
  usage?: Usage | null;
  error?: unknown;
  /** MiniMax reports failures under status 200 this way. */
  base_resp?: { status_code?: number; status_msg?: string } | null;
}

const FINISH: Record<string, FinishReason> = {
  stop: "stop",
  eos: "stop",
  length: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "filter",
  sensitive: "filter",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
};
/** Ends that are none: the supplier broke off. DeepSeek says the first, Zhipu the second, OpenRouter and Mistral the third. */
const BROKEN = new Set(["insufficient_system_resource", "network_error", "error"]);

const OPEN_TAG = "<think>";
const CLOSE_TAG = "</think>";

/** Turns the chunks of a chat completion stream into deltas and an end. */
export class ChunkReader {
  private readonly tools = new Map<number, ToolCall>();
  private finishReason: FinishReason | undefined;
  private usage: StreamEnd["usage"];
  private badLines = 0;
  private done = false;
  private broken = false;
  /** Text held back while it may still be a thinking tag; undefined once the answer proper has begun. */
  private lead: string | undefined = "";
  private inTag = false;

  /** `secrets` never stand in the detail of a failure. */
  constructor(
    private readonly handlers: StreamHandlers,
    private readonly secrets: readonly string[] = [],
  ) {}

  /** One event's payload. Throws SupplierError when the supplier reports a failure inside the stream. */
  data(payload: string): void {
    if (this.done) return;
    if (payload === "[DONE]") {
      this.done = true;
      return;
    }
    let chunk: Chunk;
    try {
      chunk = JSON.parse(payload) as Chunk;
    } catch {
      this.badLines++;
      return;
    }
    if (chunk === null || typeof chunk !== "object") {
      this.badLines++;
      return;
    }
    this.chunk(chunk);
  }

  /** A whole answer where a stream was asked for; some servers do not stream. */
  whole(answer: Chunk): void {
    this.chunk(answer);
    this.done = true;
  }

  private chunk(chunk: Chunk): void {
    if (chunk.error) throw streamError(chunk.error, this.secrets);
    if (chunk.base_resp?.status_code) throw streamError(miniMaxError(chunk.base_resp), this.secrets);
    const choice = chunk.choices?.[0];
    const usage = chunk.usage ?? choice?.usage;
    if (usage) this.usage = readUsage(usage);
    if (!choice) return;
    const delta = choice.delta ?? choice.message;
    if (delta) {
      const reasoning = delta.reasoning_content || delta.reasoning;
      if (reasoning) this.handlers.onReasoning(reasoning);
      if (typeof delta.content === "string") {
        if (delta.content) this.text(delta.content);
      } else if (delta.content) this.parts(delta.content);
      if (delta.tool_calls) this.toolCalls(delta.tool_calls);
    }
    if (!choice.finish_reason) return;
    this.broken = BROKEN.has(choice.finish_reason);
    this.finishReason = this.broken ? undefined : (FINISH[choice.finish_reason] ?? "stop");
  }

  private parts(parts: ContentPart[]): void {
    for (const { type, text, thinking } of parts) {
      if (type === "thinking")
        for (const { text: thought } of thinking ?? []) thought && this.handlers.onReasoning(thought);
      else if (text) this.text(text);
    }
  }

  end(): StreamEnd {
    if (this.lead) this.handlers[this.inTag ? "onReasoning" : "onText"](this.lead);
    this.lead = undefined;
    return {
      // Some suppliers close with [DONE] alone; a cut stream has neither.
      finishReason: this.finishReason ?? (this.done && !this.broken ? "stop" : undefined),
      usage: this.usage,
      toolCalls: [...this.tools.values()],
      badLines: this.badLines,
    };
  }

  /** Some servers leave the model's thinking in the text, between tags at its very start. */
  private text(delta: string): void {
    if (this.lead === undefined) return this.handlers.onText(delta);
    this.lead += delta;
    if (!this.inTag) {
      const start = this.lead.trimStart();
      if (OPEN_TAG.startsWith(start)) return;
      if (!start.startsWith(OPEN_TAG)) return this.release("onText", this.lead);
      this.inTag = true;
      this.lead = start.slice(OPEN_TAG.length);
    }
    const close = this.lead.indexOf(CLOSE_TAG);
    if (close >= 0) {
      const [thinking, answer] = [this.lead.slice(0, close), this.lead.slice(close + CLOSE_TAG.length).trimStart()];
      if (thinking) this.handlers.onReasoning(thinking);
      this.inTag = false;
      return this.release("onText", answer);
    }
    // Keep what may be the beginning of the closing tag.
    const keep = tailOf(this.lead, CLOSE_TAG);
    const ready = this.lead.slice(0, this.lead.length - keep);
    this.lead = this.lead.slice(ready.length);
    if (ready) this.handlers.onReasoning(ready);
  }

  private release(to: "onText" | "onReasoning", text: string): void {
    this.lead = undefined;
    if (text) this.handlers[to](text);
  }

  private toolCalls(deltas: WireToolCall[]): void {
    for (const [position, delta] of deltas.entries()) {
      const index = this.indexOf(delta, position);
      const args = delta.function?.arguments ?? "";
      const argumentsDelta = typeof args === "string" ? args : JSON.stringify(args);
      const known = this.tools.get(index);
      if (known) {
        known.arguments += argumentsDelta;
        known.name ||= delta.function?.name ?? "";
        this.handlers.onToolCall?.({ index, argumentsDelta });
        continue;
      }
      // A call without an id could not be answered.
      const call = {
        id: delta.id || `call_${randomUUID()}`,
        name: delta.function?.name ?? "",
        arguments: argumentsDelta,
      };
      this.tools.set(index, call);
      this.handlers.onToolCall?.({ index, id: call.id, name: call.name, argumentsDelta });
    }
  }

  /** Servers that leave the index out tell a new call by its id. */
  private indexOf({ index, id }: WireToolCall, position: number): number {
    if (index !== undefined) return index;
    const known = this.tools.get(position);
    return known && id && known.id !== id ? this.tools.size : position;
  }
}

/** Length of the longest end of `text` that begins `tag`. */
function tailOf(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

function readUsage(usage: Usage): StreamEnd["usage"] {
  const { prompt_tokens = 0, completion_tokens = 0, total_tokens = 0 } = usage;
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens ?? 0;
  // xAI counts thinking beside the answer; its total tells.
  const beside = reasoningTokens > 0 && total_tokens === prompt_tokens + completion_tokens + reasoningTokens;
  return {
    inputTokens: prompt_tokens,
    outputTokens: completion_tokens + (beside ? reasoningTokens : 0),
    reasoningTokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0,
  };
}

/** Codes of MiniMax's documentation, told as HTTP would. */
function miniMaxError({ status_code, status_msg }: { status_code?: number; status_msg?: string }) {
  const STATUS: Record<number, number> = { 1002: 429, 1004: 401, 1008: 402, 1039: 429, 2049: 401 };
  const filtered = status_code === 1026 || status_code === 1027;
  const message = filtered ? `content_filter: ${status_msg}` : status_msg;
  return { message, code: filtered ? 400 : (STATUS[status_code ?? 0] ?? 500) };
}
