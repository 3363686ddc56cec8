import type { StreamEnd, StreamHandlers, ToolCallDelta } from "../types";

/** Writes an answer of ours in the caller's protocol. */
export interface AnswerWriter extends Required<StreamHandlers> {
  /** Events that end the answer. */
  end(end: StreamEnd): void;
  /** The answer whole, for callers that asked for no stream. */
  whole(end: StreamEnd): object;
}

export interface WriterOptions {
  id: string;
  model: string;
  /** Takes the text of events as they are ready. */
  emit(event: string): void;
  /** Adds figures to the end of the stream. */
  wantsUsage: boolean;
}

const OPENAI_FINISH = { stop: "stop", length: "length", filter: "content_filter", tool_calls: "tool_calls" } as const;
const ANTHROPIC_STOP = { stop: "end_turn", length: "max_tokens", filter: "refusal", tool_calls: "tool_use" } as const;

/** Chunks and completions as OpenAI documents them; thinking goes as `reasoning_content`, as its compatible servers do. */
export class OpenAiWriter implements AnswerWriter {
  private readonly created = Math.floor(Date.now() / 1000);
  private text = "";
  private reasoning = "";
  private begun = false;

  constructor(private readonly options: WriterOptions) {}

  onText(delta: string): void {
    this.text += delta;
    this.chunk({ content: delta });
  }

  onReasoning(delta: string): void {
    this.reasoning += delta;
    this.chunk({ reasoning_content: delta });
  }

  onToolCall({ index, id, name, argumentsDelta }: ToolCallDelta): void {
    const head = id === undefined ? {} : { id, type: "function" };
    this.chunk({
      tool_calls: [{ index, ...head, function: { ...(name ? { name } : {}), arguments: argumentsDelta } }],
    });
  }

  end(end: StreamEnd): void {
    this.emit({ choices: [{ index: 0, delta: {}, finish_reason: this.reason(end) }] });
    if (this.options.wantsUsage) this.emit({ choices: [], usage: usageOf(end) });
    this.options.emit("data: [DONE]\n\n");
  }

  whole(end: StreamEnd): object {
    const calls = end.toolCalls.map(({ id, name, arguments: args }) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    }));
    const message = {
      role: "assistant",
      content: this.text || null,
      ...(this.reasoning ? { reasoning_content: this.reasoning } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    return {
      ...this.head("chat.completion"),
      choices: [{ index: 0, message, finish_reason: this.reason(end) }],
      usage: usageOf(end),
    };
  }

  private reason({ finishReason, toolCalls }: StreamEnd): string {
    if (toolCalls.length > 0 && finishReason !== "length") return "tool_calls";
    return OPENAI_FINISH[finishReason ?? "stop"];
  }

  private chunk(delta: object): void {
    const role = this.begun ? {} : { role: "assistant" };
    this.begun = true;
    this.emit({ choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason: null }] });
  }

  private emit(fields: object): void {
    this.options.emit(`data: ${JSON.stringify({ ...this.head("chat.completion.chunk"), ...fields })}\n\n`);
  }

  private head(object: string) {
    return { id: `chatcmpl-${this.options.id}`, object, created: this.created, model: this.options.model };
  }
}

function usageOf({ usage }: StreamEnd) {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, reasoningTokens = 0 } = usage ?? {};
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

type Block = { type: "text" } | { type: "thinking" } | { type: "tool_use"; call: number };

/** Events and messages as Anthropic documents them. */
export class AnthropicWriter implements AnswerWriter {
  private text = "";
  private reasoning = "";
  private open: Block | null = null;
  private index = -1;
  private begun = false;

  constructor(private readonly options: WriterOptions) {}

  onText(text: string): void {
    this.text += text;
    this.enter({ type: "text" }, { type: "text", text: "" });
    this.delta({ type: "text_delta", text });
  }

  onReasoning(thinking: string): void {
    this.reasoning += thinking;
    this.enter({ type: "thinking" }, { type: "thinking", thinking: "", signature: "" });
    this.delta({ type: "thinking_delta", thinking });
  }

  onToolCall({ index, id, name, argumentsDelta }: ToolCallDelta): void {
    this.enter({ type: "tool_use", call: index }, { type: "tool_use", id: id ?? "", name: name ?? "", input: {} });
    if (argumentsDelta) this.delta({ type: "input_json_delta", partial_json: argumentsDelta });
  }

  end(end: StreamEnd): void {
    this.begin();
    this.leave();
    const delta = { stop_reason: this.reason(end), stop_sequence: null };
    this.event("message_delta", { delta, usage: figures(end) });
    this.event("message_stop", {});
  }

  whole(end: StreamEnd): object {
    const calls = end.toolCalls.map(({ id, name, arguments: args }) => ({
      type: "tool_use",
      id,
      name,
      input: inputOf(args),
    }));
    const content = [
      ...(this.reasoning ? [{ type: "thinking", thinking: this.reasoning, signature: "" }] : []),
      ...(this.text ? [{ type: "text", text: this.text }] : []),
      ...calls,
    ];
    return { ...this.head(), content, stop_reason: this.reason(end), stop_sequence: null, usage: figures(end) };
  }

  private reason({ finishReason, toolCalls }: StreamEnd): string {
    if (toolCalls.length > 0 && finishReason !== "length") return "tool_use";
    return ANTHROPIC_STOP[finishReason ?? "stop"];
  }

  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    const empty = { content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 0, output_tokens: 0 } };
    this.event("message_start", { message: { ...this.head(), ...empty } });
  }

  private enter(block: Block, start: object): void {
    const same =
      this.open?.type === block.type &&
      (block.type !== "tool_use" || (this.open.type === "tool_use" && this.open.call === block.call));
    if (same) return;
    this.begin();
    this.leave();
    this.open = block;
    this.index++;
    this.event("content_block_start", { index: this.index, content_block: start });
  }

  private leave(): void {
    if (!this.open) return;
    this.open = null;
    this.event("content_block_stop", { index: this.index });
  }

  private delta(delta: object): void {
    this.event("content_block_delta", { index: this.index, delta });
  }

  private event(type: string, fields: object): void {
    this.options.emit(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  }

  private head() {
    return { id: `msg_${this.options.id}`, type: "message", role: "assistant", model: this.options.model };
  }
}

function figures({ usage }: StreamEnd) {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = usage ?? {};
  return {
    input_tokens: inputTokens - cachedTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}

function inputOf(args: string): unknown {
  try {
    return JSON.parse(args || "{}");
  } catch {
    return {};
  }
}
