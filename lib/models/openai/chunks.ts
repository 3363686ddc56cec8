import { type FinishReason, type StreamEnd, type StreamHandlers, SupplierError, type ToolCall } from "../types";

interface Delta {
  content?: string | null;
  /** Names in use for thinking: DeepSeek and Qwen say the first, OpenRouter and Ollama the second. */
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: { index?: number; id?: string; function?: { name?: string; arguments?: string } }[];
}

interface Usage {
  prompt_tokens?: number;
  completion_tokens?: number;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
  prompt_tokens_details?: { cached_tokens?: number } | null;
}

interface Chunk {
  choices?: { delta?: Delta | null; finish_reason?: string | null }[];
  usage?: Usage | null;
  error?: { message?: string; code?: string | number } | string | null;
}

const FINISH: Record<string, FinishReason> = {
  stop: "stop",
  eos: "stop",
  length: "length",
  content_filter: "filter",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
};

const OPEN_TAG = "<think>";
const CLOSE_TAG = "</think>";

/** Turns the chunks of a chat completion stream into deltas and an end. */
export class ChunkReader {
  private readonly tools = new Map<number, ToolCall>();
  private finishReason: FinishReason | undefined;
  private usage: StreamEnd["usage"];
  private badLines = 0;
  private done = false;
  /** Text held back while it may still be a thinking tag; undefined once the answer proper has begun. */
  private lead: string | undefined = "";
  private inTag = false;

  constructor(private readonly handlers: StreamHandlers) {}

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
    if (chunk.error) throw new SupplierError("supplierError", { retryable: true });
    if (chunk.usage) this.usage = readUsage(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) return;
    const { delta } = choice;
    if (delta) {
      const reasoning = delta.reasoning_content || delta.reasoning;
      if (reasoning) this.handlers.onReasoning(reasoning);
      if (delta.content) this.text(delta.content);
      if (delta.tool_calls) this.toolCalls(delta.tool_calls);
    }
    if (choice.finish_reason) this.finishReason = FINISH[choice.finish_reason] ?? "stop";
  }

  end(): StreamEnd {
    if (this.lead) this.handlers[this.inTag ? "onReasoning" : "onText"](this.lead);
    this.lead = undefined;
    return {
      // Some suppliers close with [DONE] alone; a cut stream has neither.
      finishReason: this.finishReason ?? (this.done ? "stop" : undefined),
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

  private toolCalls(deltas: NonNullable<Delta["tool_calls"]>): void {
    for (const [position, delta] of deltas.entries()) {
      const index = delta.index ?? position;
      const call = this.tools.get(index) ?? { id: "", name: "", arguments: "" };
      call.id ||= delta.id ?? "";
      call.name += delta.function?.name ?? "";
      call.arguments += delta.function?.arguments ?? "";
      this.tools.set(index, call);
    }
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
  return {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
}
