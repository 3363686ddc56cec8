import type { Readable } from "node:stream";
import type { ImageOptions } from "@/lib/config/image-kinds";
import type { ModelAbility, ModelType, RoutingStrategy } from "@/lib/config/model-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import { storable } from "@/lib/text/storable";

export type ChatRole = "system" | "user" | "assistant" | "tool";

/** Images travel as data URLs: a supplier never fetches from us. */
export type ContentPart = { type: "text"; text: string } | { type: "image"; dataUrl: string };

export interface ChatMessage {
  role: ChatRole;
  content: string | ContentPart[];
  toolCalls?: ToolCall[];
  /** What an assistant thought before its calls; some suppliers demand it back until the calls are answered. */
  reasoning?: string;
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

/** What an answer must be: free text, any JSON object, or JSON of a schema. */
export type ResponseFormat =
  | { type: "text" }
  | { type: "json_object" }
  | { type: "json_schema"; name: string; description?: string; schema: Record<string, unknown>; strict?: boolean };

export type ToolChoice = "auto" | "none" | "required" | { name: string };

/** Unset values are left to the supplier. */
export interface ChatOptions {
  temperature?: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  maxOutputTokens?: number;
  stop?: string[];
  seed?: number;
  responseFormat?: ResponseFormat;
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  reasoningEffort?: "low" | "medium" | "high";
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

/** A piece of a tool call as it arrives; `index` tells calls of one answer apart. Id and name come with the first piece. */
export interface ToolCallDelta {
  index: number;
  id?: string;
  name?: string;
  argumentsDelta: string;
}

export interface StreamHandlers {
  onText(delta: string): void;
  onReasoning(delta: string): void;
  /** For doors that pass calls on while they are written; whole calls stand in the stream's end as well. */
  onToolCall?(delta: ToolCallDelta): void;
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

interface SupplierErrorOptions {
  retryable?: boolean;
  retryAfterMs?: number;
  status?: number;
  detail?: string;
  cause?: unknown;
}

/**
 * A supplier's failure in our words. `retryable` holds only before the first token; `retryAfterMs` is the supplier's own
 * wish. `detail` is for administrators, already free of keys.
 */
export class SupplierError extends Error {
  /** By name: routes and instrumentation hold a class each, and one carries out what the other defined (TRAPS d). */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "SupplierError";
  }

  readonly options: SupplierErrorOptions;

  constructor(
    readonly key: ErrorKey,
    options: SupplierErrorOptions = {},
  ) {
    super(key, { cause: options.cause });
    this.name = "SupplierError";
    const { detail } = options;
    this.options = detail === undefined ? options : { ...options, detail: storable(detail) };
  }
}

/** One channel to a model with one of its supplier's keys, ready to be called. */
export interface Channel {
  /** Null for a supplier that is being tried before it is saved. */
  id: string | null;
  supplierId: string | null;
  /** The supplier's key this channel uses; null where it needs none. */
  keyId: string | null;
  template: string;
  upstreamModel: string;
  baseUrl: string | null;
  apiKey: string | null;
  headers: Record<string, string>;
  /** What a template needs besides address and key, e.g. the API version of Azure OpenAI. */
  settings: SupplierSettings;
  /** Sees what goes out and what comes back, for an administrator who tries the model (spec N11). */
  trace?: (exchange: Exchange) => void;
}

/** A request to a supplier and its answer as they went over the wire: without headers, so without keys. */
export interface Exchange {
  method: string;
  url: string;
  request: string;
  status: number | null;
  answer: string;
  /** The answer was longer than what is kept of it. */
  isCut: boolean;
}

export interface SupplierSettings {
  apiVersion?: string;
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

/** A supplier's answer that was accepted: status 2xx, its body not read yet. */
export interface SupplierAnswer {
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

export interface EmbedRequest {
  inputs: string[];
  dimensions?: number;
}
export interface EmbedResult {
  /** In the order of the inputs. */
  vectors: number[][];
  /** Absent: the supplier sent no figure. */
  inputTokens?: number;
}

export interface RerankRequest {
  query: string;
  documents: string[];
  topN?: number;
}
export interface RerankResult {
  /** Best first; `index` is the position in `documents`, `score` higher for better. */
  results: { index: number; score: number }[];
  inputTokens?: number;
}

export interface PictureBytes {
  bytes: Buffer;
  mediaType: string;
}

/** spec 3, image options; unset values are left to the supplier. */
export interface ImageRequest {
  prompt: string;
  count: number;
  /** `1024x1024`, or what the model understands. */
  size?: string;
  quality?: string;
  style?: string;
  negativePrompt?: string;
  seed?: number;
  /** Pictures to change; none: a new picture. */
  sources?: PictureBytes[];
  mask?: PictureBytes;
}
export interface ImageResult {
  /** Pictures a supplier answers by address are fetched at once under egress policy `user`. */
  images: PictureBytes[];
  revisedPrompt?: string;
  inputTokens?: number;
  outputTokens?: number;
}

export interface SpeechRequest {
  text: string;
  voice?: string;
  format?: "mp3" | "opus" | "aac" | "flac" | "wav" | "pcm";
  /** 0.25 to 4. */
  speed?: number;
}
export interface SpeechResult {
  /** The sound as it arrives; destroyed to stop it. */
  body: Readable;
  mediaType: string;
}

export interface TranscriptionRequest {
  audio: { bytes: Buffer; name: string; mediaType: string };
  language?: string;
  prompt?: string;
  temperature?: number;
  /** Ask for segments with times, where the model has them. */
  timestamps?: boolean;
}
export interface TranscriptionResult {
  text: string;
  language?: string;
  /** Length of the sound, seconds. */
  seconds?: number;
  segments?: { start: number; end: number; text: string }[];
  inputTokens?: number;
  outputTokens?: number;
}

/** A model as a supplier lists it; what the list does not tell stays unset. */
export interface ListedModel {
  id: string;
  type?: ModelType;
  contextWindow?: number;
  maxOutputTokens?: number;
  abilities?: ModelAbility[];
}

/** How a kind of supplier is spoken to. A missing call means the supplier has none; all throw SupplierError. */
export interface Protocol {
  chat?: ChatProtocol;
  /** Takes bodies of the Open API as they are, so that bytes can pass without being read. */
  relay?: {
    wire: "openai" | "anthropic";
    send(channel: Channel, body: Record<string, unknown>, signal: AbortSignal): Promise<SupplierAnswer>;
  };
  embed?(channel: Channel, request: EmbedRequest, signal: AbortSignal): Promise<EmbedResult>;
  rerank?(channel: Channel, request: RerankRequest, signal: AbortSignal): Promise<RerankResult>;
  image?(channel: Channel, request: ImageRequest, signal: AbortSignal): Promise<ImageResult>;
  speak?(channel: Channel, request: SpeechRequest, signal: AbortSignal): Promise<SpeechResult>;
  transcribe?(channel: Channel, request: TranscriptionRequest, signal: AbortSignal): Promise<TranscriptionResult>;
  listModels?(channel: Channel, signal: AbortSignal): Promise<ListedModel[]>;
}

/** Prices of a channel, millionths of the currency (ARCHITECTURE 9). Null where the channel is free of that charge. */
export interface Price {
  currency: string;
  inputPerMillion: number | null;
  outputPerMillion: number | null;
  /** Input the supplier had cached; null: as other input. */
  cachedPerMillion: number | null;
  perImage: number | null;
  /** Speech heard or spoken. */
  perMinute: number | null;
  perMillionCharacters: number | null;
}

/** Own limits of a channel; null is unlimited. */
export interface ChannelLimits {
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
}

/** A channel as the router sees it. */
export interface RoutedChannel extends Channel {
  supplierName: string;
  /** Lower is tried first. */
  priority: number;
  /** Share among channels of one priority. */
  weight: number;
  /** Where the data goes, as the administrator named it. */
  residency: string | null;
  /** Of the supplier and of the key, both hold. */
  limits: { supplier: ChannelLimits; key: ChannelLimits };
  /** Valid now. */
  price: Price | null;
}

export interface ResolvedModel {
  id: string;
  name: string;
  type: ModelType;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  abilities: string[];
  routing: RoutingStrategy;
  channels: RoutedChannel[];
  /** What an image model takes where an administrator set it. */
  imageOptions?: ImageOptions | null;
}
