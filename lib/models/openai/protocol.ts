import "server-only";
import type { Readable } from "node:stream";
import { request } from "undici";
import { SUPPLIER_FIRST_BYTE_MS, SUPPLIER_IDLE_MS } from "@/lib/config/constants";
import { assertAllowedUrl, egressAgent } from "@/lib/http/egress";
import { AppError } from "@/lib/http/errors";
import {
  type Channel,
  type ChatMessage,
  type ChatProtocol,
  type ChatRequest,
  type OpenedChat,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
} from "../types";
import { ChunkReader } from "./chunks";
import { connectionError, responseError } from "./errors";
import { SseReader } from "./sse";

/** Milliseconds; tests scale them down. */
export const supplierTimeouts = { firstByte: SUPPLIER_FIRST_BYTE_MS, idle: SUPPLIER_IDLE_MS };

/** Bytes of an error body that are read. */
const ERROR_BODY_MAX = 16_384;

/** Chat completions as OpenAI and the many compatible servers speak them. */
export const openAiProtocol: ChatProtocol = {
  async open(channel, chat, signal) {
    const body = JSON.stringify(requestBody(channel.upstreamModel, chat));
    const response = await send(channel, "POST", "/chat/completions", signal, body);
    return new OpenedStream(response.body as Readable);
  },
};

/** Names of the models a supplier lists. Throws SupplierError. */
export async function listUpstreamModels(channel: Channel, signal: AbortSignal): Promise<string[]> {
  const response = await send(channel, "GET", "/models", signal);
  const text = await readText(response.body as Readable, 2_000_000);
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] };
    return (data ?? []).map((model) => model.id).filter((id): id is string => typeof id === "string" && id !== "");
  } catch {
    throw new SupplierError("supplierMalformed");
  }
}

async function send(channel: Channel, method: "GET" | "POST", path: string, signal: AbortSignal, body?: string) {
  let url: URL;
  try {
    url = assertAllowedUrl(`${channel.baseUrl}${path}`, "supplier");
  } catch (error) {
    throw error instanceof AppError ? new SupplierError("addressRefused") : error;
  }
  const headers: Record<string, string> = {
    ...channel.headers,
    accept: body ? "text/event-stream" : "application/json",
  };
  if (body) headers["content-type"] = "application/json";
  if (channel.apiKey) headers.authorization = `Bearer ${channel.apiKey}`;
  const response = await request(url, {
    method,
    headers,
    body,
    signal,
    dispatcher: egressAgent(url, "supplier"),
    headersTimeout: supplierTimeouts.firstByte,
    bodyTimeout: supplierTimeouts.idle,
  }).catch((error: unknown) => {
    throw connectionError(error);
  });
  if (response.statusCode >= 200 && response.statusCode < 300) return response;
  const text = await readText(response.body as Readable, ERROR_BODY_MAX).catch(() => "");
  throw responseError(response.statusCode, response.headers["retry-after"], text, channel.apiKey);
}

async function readText(body: Readable, max: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    if (size > max) break;
  }
  return Buffer.concat(parts).toString("utf8", 0, max);
}

function requestBody(model: string, { messages, options, tools }: ChatRequest) {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map(wireMessage),
    temperature: options.temperature,
    top_p: options.topP,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    max_tokens: options.maxOutputTokens,
    tools: tools?.map((tool) => ({ type: "function", function: tool })),
  };
}

function wireMessage(message: ChatMessage) {
  const content =
    typeof message.content === "string"
      ? message.content
      : message.content.map((part) =>
          part.type === "text" ? part : { type: "image_url", image_url: { url: part.dataUrl } },
        );
  return {
    role: message.role,
    content,
    tool_call_id: message.toolCallId,
    tool_calls: message.toolCalls?.map(({ id, name, arguments: args }) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    })),
  };
}

class OpenedStream implements OpenedChat {
  constructor(private readonly body: Readable) {
    // Aborted before anybody reads: without a listener the error would end the process.
    body.on("error", () => undefined);
  }

  /** Plain `data` events: the hot path of every answer (ARCHITECTURE 5). */
  read(handlers: StreamHandlers): Promise<StreamEnd> {
    return new Promise((resolve, reject) => {
      const chunks = new ChunkReader(handlers);
      const sse = new SseReader((data) => chunks.data(data));
      const guarded = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error);
          this.body.destroy();
        }
      };
      this.body.on("data", (bytes: Buffer) => guarded(() => sse.push(bytes)));
      this.body.on("end", () =>
        guarded(() => {
          sse.end();
          resolve(chunks.end());
        }),
      );
      this.body.on("error", (error) => {
        chunks.end();
        reject(connectionError(error));
      });
      this.body.on("close", () => reject(new SupplierError("interrupted")));
      if (this.body.destroyed) reject(new SupplierError("interrupted"));
    });
  }
}
