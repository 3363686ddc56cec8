import type { FinishReason, TokenUsage } from "../types";

export type Wire = "openai" | "anthropic";

/** What is learnt of an answer while its bytes pass. */
export interface Tapped {
  usage: Omit<TokenUsage, "estimated"> | null;
  /** Absent: the stream was cut before its end. */
  finish?: FinishReason;
  /** Events that passed: about one token each, where the supplier sent no figures. */
  events: number;
}

export interface Tap {
  /** Bytes as they came in; the answer is what goes on, whole events only. */
  push(bytes: Buffer): Buffer | null;
  /** The stream is over: what was held back. */
  end(): Buffer | null;
  result(): Tapped;
  /** A failure the supplier reported inside its stream; nothing of it goes on, it may hold anything. */
  readonly error: unknown;
  /** An event of an answer has passed: what came before may have been anything. */
  readonly begun: boolean;
}

/** An unfinished event longer than this goes on as it is, bytes. */
const EVENT_MAX = 4_000_000;
const LF = 0x0a;
const CR = 0x0d;
const NEWLINE = Buffer.from("\n");
const BLANK_LINE = Buffer.from("\n\n");
const DONE = "[DONE]";

/** Cuts a byte stream after its last whole event; what follows waits for its end. */
abstract class EventTap implements Tap {
  error: unknown;
  begun = false;
  protected events = 0;
  private rest: Buffer | null = null;

  push(bytes: Buffer): Buffer | null {
    const all = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
    const cut = lastEventEnd(all);
    if (cut === 0 && all.length < EVENT_MAX) {
      this.rest = all;
      return null;
    }
    const at = cut || all.length;
    this.rest = at < all.length ? all.subarray(at) : null;
    if (cut === 0) this.begun ||= all.includes("data:");
    return this.pass(all.subarray(0, at));
  }

  /**
   * An event that lacks only its blank line gets it, because readers drop it otherwise; one that was cut in its middle
   * goes no further: whatever follows would become part of it.
   */
  end(): Buffer | null {
    const { rest } = this;
    this.rest = null;
    if (!rest) return null;
    const lineEnds = rest.findIndex((byte) => byte !== LF && byte !== CR);
    if (lineEnds < 0) return rest;
    const payload = [...eventsOf(rest)].at(-1)?.data;
    if (payload !== DONE && parsed(payload ?? "") === null) return lineEnds > 0 ? rest.subarray(0, lineEnds) : null;
    return this.pass(Buffer.concat([rest, rest.at(-1) === LF ? NEWLINE : BLANK_LINE]));
  }

  abstract result(): Tapped;
  /** Whether a block may hold what `look` is interested in; by its bytes alone, it runs for every block. */
  protected abstract matters(block: Buffer | string): boolean;
  /** Takes note of one event; answers whether it goes on. A failure is set as `error`. */
  protected abstract look(data: string): boolean;

  private pass(block: Buffer): Buffer | null {
    if (!this.begun || this.matters(block)) return this.sift(block);
    this.count(block);
    return block;
  }

  /** Looks at the events of a block one by one, so that a result does not depend on where a stream was cut. */
  private sift(block: Buffer): Buffer | null {
    const kept: string[] = [];
    let isWhole = true;
    for (const { data, raw } of eventsOf(block)) {
      const goesOn = !this.matters(raw) || this.look(data);
      if (this.error !== undefined) return kept.length > 0 ? Buffer.from(kept.join("")) : null;
      this.count(raw);
      this.begun ||= data.startsWith("{") && parsed(data) !== null;
      if (goesOn) kept.push(raw);
      else isWhole = false;
    }
    if (isWhole) return block;
    return kept.length > 0 ? Buffer.from(kept.join("")) : null;
  }

  private count(block: Buffer | string): void {
    for (let at = block.indexOf("data:"); at >= 0; at = block.indexOf("data:", at + 5)) this.events++;
  }
}

/** Index after the last blank line; 0 without one. */
function lastEventEnd(bytes: Buffer): number {
  for (let at = bytes.lastIndexOf(LF); at > 0; at = bytes.lastIndexOf(LF, at - 1)) {
    if (bytes[at - 1] === LF) return at + 1;
    if (bytes[at - 1] === CR && bytes[at - 2] === LF) return at + 1;
    if (bytes[at - 1] === CR && bytes[at - 2] === CR) return at + 1;
  }
  return 0;
}

/** The events of a block with their payloads; joined, their raw texts are the block. */
function* eventsOf(block: Buffer): Generator<{ data: string; raw: string }> {
  for (const raw of block.toString("utf8").split(/(?<=\n\r?\n)/)) {
    const data = raw
      .replace(/^\ufeff/, "")
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(line[5] === " " ? 6 : 5))
      .join("\n");
    yield { data, raw };
  }
}

function parsed<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}

const FINISH: Record<string, FinishReason> = {
  stop: "stop",
  length: "length",
  content_filter: "filter",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  refusal: "filter",
  tool_use: "tool_calls",
};

export function finishOf(reason: string): FinishReason {
  return FINISH[reason] ?? "stop";
}

export interface OpenAiUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
}

export function openAiUsage(usage: OpenAiUsage): Tapped["usage"] {
  return {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}

interface OpenAiChunk {
  choices?: { finish_reason?: string | null }[];
  usage?: OpenAiUsage | null;
  error?: unknown;
}

/**
 * Chat completions. Blocks are looked into only where their bytes speak of usage or of an end, so a flood of deltas costs
 * three searches a block. The figures we asked the supplier for are taken out again where the caller did not.
 */
export class OpenAiTap extends EventTap {
  private usage: Tapped["usage"] = null;
  private finish: FinishReason | undefined;
  private done = false;

  constructor(private readonly hidesUsage: boolean) {
    super();
  }

  result(): Tapped {
    return { usage: this.usage, finish: this.finish ?? (this.done ? "stop" : undefined), events: this.events };
  }

  protected matters(block: Buffer | string): boolean {
    return MATTERS.some((text) => block.includes(text));
  }

  protected look(data: string): boolean {
    if (data === DONE) {
      this.done = true;
      return true;
    }
    const chunk = parsed<OpenAiChunk>(data);
    if (chunk?.error) this.error = chunk.error;
    if (chunk?.usage) this.usage = openAiUsage(chunk.usage);
    const reason = chunk?.choices?.[0]?.finish_reason;
    if (reason) this.finish = finishOf(reason);
    const onlyFigures = Boolean(chunk?.usage) && chunk?.choices?.length === 0;
    return !(this.hidesUsage && onlyFigures);
  }
}

/** What speaks of figures, of an end or of a failure, as servers write it with and without a space. */
const MATTERS = ['"usage":{', '"usage": {', '"finish_reason":"', '"finish_reason": "', '"error"', DONE];

interface AnthropicUsage {
  input_tokens?: number;
  output_tokens?: number;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
}

/** Messages of Anthropic: input figures come first, output figures with the end. */
export class AnthropicTap extends EventTap {
  private input = 0;
  private output: number | null = null;
  private cached = 0;
  private finish: FinishReason | undefined;
  private stopped = false;

  result(): Tapped {
    const usage =
      this.output === null
        ? null
        : { inputTokens: this.input, outputTokens: this.output, cachedTokens: this.cached, reasoningTokens: 0 };
    return { usage, finish: this.stopped ? (this.finish ?? "stop") : undefined, events: this.events };
  }

  protected matters(block: Buffer | string): boolean {
    return block.includes("message_") || block.includes('"error"');
  }

  protected look(data: string): boolean {
    const event = parsed<{
      type?: string;
      message?: { usage?: AnthropicUsage };
      usage?: AnthropicUsage;
      delta?: { stop_reason?: string | null };
      error?: unknown;
    }>(data);
    if (event?.type === "error") {
      this.error = event.error ?? event;
      return false;
    }
    if (event?.type === "message_stop") this.stopped = true;
    this.take(event?.message?.usage);
    if (event?.type !== "message_delta") return true;
    this.take(event.usage);
    this.output = event.usage?.output_tokens ?? this.output;
    if (event.delta?.stop_reason) this.finish = finishOf(event.delta.stop_reason);
    return true;
  }

  private take(usage: AnthropicUsage | undefined): void {
    if (usage?.input_tokens === undefined) return;
    this.cached = usage.cache_read_input_tokens ?? this.cached;
    // What was read from and written to the cache is input as well, counted apart by Anthropic.
    this.input = usage.input_tokens + this.cached + (usage.cache_creation_input_tokens ?? 0);
  }
}

/** Figures of an answer that came whole. */
export function wholeUsage(wire: Wire, answer: Record<string, unknown>): Tapped {
  if (wire === "openai") {
    const { usage, choices } = answer as OpenAiChunk;
    const reason = choices?.[0]?.finish_reason;
    return { usage: usage ? openAiUsage(usage) : null, finish: reason ? finishOf(reason) : undefined, events: 0 };
  }
  const { usage, stop_reason } = answer as { usage?: AnthropicUsage; stop_reason?: string };
  const cached = usage?.cache_read_input_tokens ?? 0;
  const input = (usage?.input_tokens ?? 0) + cached + (usage?.cache_creation_input_tokens ?? 0);
  const figures = { inputTokens: input, outputTokens: usage?.output_tokens ?? 0, cachedTokens: cached };
  return {
    usage: usage ? { ...figures, reasoningTokens: 0 } : null,
    finish: stop_reason ? finishOf(stop_reason) : undefined,
    events: 0,
  };
}
