import type { createAnthropic } from "@ai-sdk/anthropic";
import {
  type Channel,
  type FinishReason,
  type OpenedChat,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
  type ToolCall,
} from "../types";
import { isUnreadable, sdkError } from "./errors";

/** A language model of a provider package, at the level below its tool loops and message streams. */
export type SdkModel = ReturnType<ReturnType<typeof createAnthropic>["languageModel"]>;
export type SdkOptions = Parameters<SdkModel["doStream"]>[0];
type Part = Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Chunk> ? Chunk : never;
type Finish = Extract<Part, { type: "finish" }>;

/** Ends that are whole or limited; all others mean that the answer broke off. */
const FINISH: Partial<Record<Finish["finishReason"]["unified"], FinishReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "filter",
  "tool-calls": "tool_calls",
};

/** Connects and sends; the answer is read later. Throws SupplierError. */
export async function openSdk(model: SdkModel, options: SdkOptions, channel: Channel): Promise<OpenedChat> {
  let parts: ReadableStream<Part>;
  try {
    parts = (await model.doStream(options)).stream;
  } catch (error) {
    throw sdkError(error, channel);
  }
  return {
    async read(handlers) {
      const reader = parts.getReader();
      const answer = new PartReader(handlers);
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) answer.take(next.value);
        return answer.end();
      } catch (error) {
        throw sdkError(error, channel);
      } finally {
        // Also closes the connection of an answer that failed on the way.
        reader.cancel().catch(() => undefined);
      }
    },
  };
}

class PartReader {
  private readonly tools = new Map<string, ToolCall & { index: number }>();
  private badLines = 0;
  private finish: Finish | undefined;

  constructor(private readonly handlers: StreamHandlers) {}

  take(part: Part): void {
    switch (part.type) {
      case "text-delta":
        if (part.delta) this.handlers.onText(part.delta);
        break;
      case "reasoning-delta":
        if (part.delta) this.handlers.onReasoning(part.delta);
        break;
      case "tool-input-start":
        this.begin(part.id, part.toolName);
        break;
      case "tool-input-delta":
        this.add(part.id, part.delta);
        break;
      case "tool-call":
        this.complete(part.toolCallId, part.toolName, part.input);
        break;
      case "error":
        if (!isUnreadable(part.error)) throw part.error;
        this.badLines++;
        break;
      case "finish":
        // The model ended on an error of its own, e.g. a tool call it could not write.
        if (part.finishReason.unified === "error") {
          throw new SupplierError("supplierError", { retryable: true, detail: part.finishReason.raw });
        }
        this.finish = part;
        break;
    }
  }

  end(): StreamEnd {
    const finishReason = this.finish && FINISH[this.finish.finishReason.unified];
    return {
      finishReason,
      // Of an answer that broke off, the figures stop somewhere too.
      usage: finishReason && this.finish ? usageOf(this.finish) : undefined,
      toolCalls: [...this.tools.values()].map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
      badLines: this.badLines,
    };
  }

  private begin(id: string, name: string) {
    const call = { id, name, arguments: "", index: this.tools.size };
    this.tools.set(id, call);
    this.handlers.onToolCall?.({ index: call.index, id, name, argumentsDelta: "" });
    return call;
  }

  private add(id: string, argumentsDelta: string): void {
    const call = this.tools.get(id);
    if (!call || !argumentsDelta) return;
    call.arguments += argumentsDelta;
    this.handlers.onToolCall?.({ index: call.index, argumentsDelta });
  }

  /** The whole call; it adds what its pieces have not said, e.g. the empty object of a call without arguments. */
  private complete(id: string, name: string, input: string): void {
    const call = this.tools.get(id) ?? this.begin(id, name);
    if (input.startsWith(call.arguments)) this.add(id, input.slice(call.arguments.length));
  }
}

function usageOf({ usage: { inputTokens, outputTokens } }: Finish): StreamEnd["usage"] {
  if (!inputTokens.total && !outputTokens.total) return undefined;
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
  };
}
