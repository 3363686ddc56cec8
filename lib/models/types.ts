import type { ModelType } from "@/lib/config/model-kinds";
import type { ErrorKey } from "@/lib/http/errors";

export type ChatRole = "system" | "user" | "assistant" | "tool";

/** Images travel as data URLs: a supplier never fetches from us. */
export type ContentPart = { type: "text"; text: string } | { type: "image"; dataUrl: string };

export interface ChatMessage {
  role: ChatRole;
  content: string | ContentPart[];
  toolCalls?: ToolCall[];
  /** For role `tool`: the call it answers. */
  toolCallId?: string;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text as the model wrote it. */
  arguments: string;
}

/** Unset values are left to the supplier. */
export interface ChatOptions {
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxOutputTokens?: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedTokens: number;
  /** Counted here because the supplier sent no figures. */
  estimated: boolean;
}

/** How an answer ended. `stop` and `tool_calls` are whole answers; `length` and `filter` are limited ones. */
export type FinishReason = "stop" | "length" | "filter" | "tool_calls";

export interface StreamHandlers {
  onText(delta: string): void;
  onReasoning(delta: string): void;
}

/** What a protocol reports when its stream has ended. */
export interface StreamEnd {
  /** Absent: the stream was cut before its end. */
  finishReason?: FinishReason;
  usage?: Omit<TokenUsage, "estimated">;
  toolCalls: ToolCall[];
  /** Lines that were no JSON; noted, never fatal (SECURITY ST-06). */
  badLines: number;
}

/**
 * A supplier's failure in our words. `retryable` holds only before the first token; `retryAfterMs` is the supplier's own
 * wish. `detail` is for administrators, already free of keys.
 */
export class SupplierError extends Error {
  constructor(
    readonly key: ErrorKey,
    readonly options: { retryable?: boolean; retryAfterMs?: number; status?: number; detail?: string } = {},
  ) {
    super(key);
    this.name = "SupplierError";
  }
}

/** One way to a model, ready to be called. */
export interface Channel {
  /** Null for a supplier that is being tried before it is saved. */
  id: string | null;
  supplierId: string | null;
  template: string;
  upstreamModel: string;
  baseUrl: string | null;
  apiKey: string | null;
  headers: Record<string, string>;
}

export interface ResolvedModel {
  id: string;
  name: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: string[];
  channels: Channel[];
}

export interface ChatRequest {
  messages: ChatMessage[];
  options: ChatOptions;
  tools?: ToolDefinition[];
}

/** An opened answer: connected, headers read, nothing of the body consumed yet. */
export interface OpenedChat {
  read(handlers: StreamHandlers): Promise<StreamEnd>;
}

export interface ChatProtocol {
  /** Connects and sends; throws SupplierError. Aborting the signal closes the connection at once. */
  open(channel: Channel, request: ChatRequest, signal: AbortSignal): Promise<OpenedChat>;
}
