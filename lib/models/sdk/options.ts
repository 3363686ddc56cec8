import { type ChatMessage, type ChatRequest, type ContentPart, SupplierError, type ToolCall } from "../types";
import type { SdkOptions } from "./chat";

type Prompt = SdkOptions["prompt"];
type Message<R extends string> = Extract<Prompt[number], { role: R }>;
type ToolResult = Extract<Message<"tool">["content"][number], { type: "tool-result" }>;
type Schema = NonNullable<Extract<SdkOptions["responseFormat"], { type: "json" }>["schema"]>;

/** A request as the provider packages take it. */
export function sdkOptions({ messages, options, tools }: ChatRequest): SdkOptions {
  const { responseFormat: format, toolChoice: choice } = options;
  return {
    prompt: promptOf(messages),
    maxOutputTokens: options.maxOutputTokens,
    temperature: options.temperature,
    topP: options.topP,
    presencePenalty: options.presencePenalty,
    frequencyPenalty: options.frequencyPenalty,
    stopSequences: options.stop?.length ? options.stop : undefined,
    seed: options.seed,
    reasoning: options.reasoningEffort,
    responseFormat:
      format?.type === "json_schema"
        ? { type: "json", name: format.name, description: format.description, schema: format.schema as Schema }
        : format && { type: format.type === "json_object" ? "json" : "text" },
    tools: tools?.length
      ? tools.map(({ name, description, parameters }) => ({
          type: "function",
          name,
          description,
          inputSchema: parameters as Schema,
        }))
      : undefined,
    toolChoice:
      choice && tools?.length
        ? typeof choice === "string"
          ? { type: choice }
          : { type: "tool", toolName: choice.name }
        : undefined,
  };
}

/** System words go first, together: these suppliers take them apart from the conversation. */
function promptOf(messages: readonly ChatMessage[]): Prompt {
  const prompt: Prompt = [];
  const names = new Map<string, string>();
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
  if (system.length > 0) prompt.push({ role: "system", content: system.join("\n\n") });
  for (const message of messages) {
    if (message.role === "user") prompt.push({ role: "user", content: partsOf(message.content) });
    if (message.role === "assistant") {
      for (const { id, name } of message.toolCalls ?? []) names.set(id, name);
      const content = [...partsOf(message.content), ...(message.toolCalls ?? []).map(callPart)];
      if (content.length > 0) prompt.push({ role: "assistant", content });
    }
    if (message.role === "tool") {
      const result = resultPart(message, names);
      const last = prompt.at(-1);
      // Results of one answer's calls belong together.
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    }
  }
  return prompt;
}

function textOf(content: string | ContentPart[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Empty text is left out: these suppliers refuse it. */
function partsOf(content: string | ContentPart[]): Message<"user">["content"] {
  const parts: ContentPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.flatMap<Message<"user">["content"][number]>((part) => {
    if (part.type === "image") return [filePart(part.dataUrl)];
    return part.text ? [part] : [];
  });
}

function filePart(dataUrl: string) {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.+)$/s.exec(dataUrl) ?? [];
  if (!mediaType || !data) throw new SupplierError("supplierRefused", { detail: "a picture that is no data URL" });
  return { type: "file" as const, mediaType, data: { type: "data" as const, data } };
}

function callPart({ id, name, arguments: args }: ToolCall) {
  let input: unknown = {};
  try {
    input = JSON.parse(args || "{}");
  } catch {
    // A model once wrote no JSON: the call stays in the conversation, without its arguments.
  }
  return { type: "tool-call" as const, toolCallId: id, toolName: name, input };
}

function resultPart({ toolCallId = "", content }: ChatMessage, names: ReadonlyMap<string, string>): ToolResult {
  const toolName = names.get(toolCallId) ?? "tool";
  const output: ToolResult["output"] =
    typeof content === "string" ? { type: "text", value: content } : { type: "content", value: partsOf(content) };
  return { type: "tool-result", toolCallId, toolName, output };
}
