import "server-only";
import type {
  ChatMessage,
  ChatOptions,
  ChatRequest,
  ContentPart,
  ToolCall,
  ToolChoice,
  ToolDefinition,
} from "../types";
import { fetchPicture } from "../wire/pictures";
import type { AnthropicBody, OpenAiBody } from "./bodies";

/** Addresses of pictures are fetched by us only where the supplier cannot be given them, under egress policy `user`. */
type Load = (url: string) => Promise<string>;

async function fetchAsData(url: string, signal: AbortSignal): Promise<string> {
  if (url.startsWith("data:")) return url;
  const { bytes, mediaType } = await fetchPicture(url, signal);
  return `data:${mediaType};base64,${bytes.toString("base64")}`;
}

/** A chat completion's body as our own request, for suppliers of other protocols. Throws SupplierError. */
export async function fromOpenAi(body: OpenAiBody, signal: AbortSignal): Promise<ChatRequest> {
  const load: Load = (url) => fetchAsData(url, signal);
  const messages = await Promise.all(
    body.messages.map(async (message): Promise<ChatMessage> => {
      const role = message.role === "developer" ? "system" : message.role === "function" ? "tool" : message.role;
      const toolCalls = message.tool_calls?.map(
        ({ id, function: { name, arguments: args } }): ToolCall => ({ id, name, arguments: args }),
      );
      return {
        role,
        content: await openAiContent(message.content, load),
        ...(toolCalls?.length ? { toolCalls } : {}),
        ...(message.tool_call_id ? { toolCallId: message.tool_call_id } : {}),
      };
    }),
  );
  const tools = body.tools?.flatMap((tool): ToolDefinition[] =>
    tool.type === "function" && tool.function
      ? [
          {
            name: tool.function.name,
            description: tool.function.description ?? "",
            parameters: tool.function.parameters ?? { type: "object", properties: {} },
          },
        ]
      : [],
  );
  return { messages, tools: tools?.length ? tools : undefined, options: openAiOptions(body) };
}

async function openAiContent(
  content: OpenAiBody["messages"][number]["content"],
  load: Load,
): Promise<string | ContentPart[]> {
  if (typeof content === "string") return content;
  const parts = await Promise.all(
    (content ?? []).map(async (part): Promise<ContentPart | null> => {
      if (part.type === "text" || part.type === "refusal")
        return { type: "text", text: part.text ?? part.refusal ?? "" };
      if (part.type !== "image_url" || !part.image_url) return null;
      return { type: "image", dataUrl: await load(part.image_url.url) };
    }),
  );
  const kept = parts.filter((part) => part !== null);
  // Most suppliers take plain text where a message is nothing else.
  return kept.every((part) => part.type === "text") ? kept.map(({ text }) => text).join("\n") : kept;
}

function openAiOptions(body: OpenAiBody): ChatOptions {
  const { response_format: format, tool_choice: choice, stop } = body;
  return {
    temperature: body.temperature ?? undefined,
    topP: body.top_p ?? undefined,
    presencePenalty: body.presence_penalty ?? undefined,
    frequencyPenalty: body.frequency_penalty ?? undefined,
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
    stop: typeof stop === "string" ? [stop] : (stop ?? undefined),
    seed: body.seed ?? undefined,
    parallelToolCalls: body.parallel_tool_calls ?? undefined,
    reasoningEffort: effortOf(body.reasoning_effort),
    toolChoice: choice == null ? undefined : typeof choice === "string" ? choice : { name: choice.function.name },
    responseFormat:
      format?.type === "json_schema" && format.json_schema
        ? { type: "json_schema", ...format.json_schema, strict: format.json_schema.strict ?? undefined }
        : format?.type === "json_object"
          ? { type: "json_object" }
          : undefined,
  };
}

function effortOf(effort: string | null | undefined): ChatOptions["reasoningEffort"] {
  if (effort === "minimal") return "low";
  return effort === "low" || effort === "medium" || effort === "high" ? effort : undefined;
}

/** A body of Anthropic's messages as our own request. Throws SupplierError. */
export async function fromAnthropic(body: AnthropicBody, signal: AbortSignal): Promise<ChatRequest> {
  const system = typeof body.system === "string" ? body.system : body.system?.map(({ text }) => text).join("\n\n");
  const turns = await Promise.all(body.messages.map((message) => anthropicTurn(message, signal)));
  const messages: ChatMessage[] = system ? [{ role: "system", content: system }] : [];
  const tools = body.tools?.flatMap((tool): ToolDefinition[] =>
    tool.input_schema ? [{ name: tool.name, description: tool.description ?? "", parameters: tool.input_schema }] : [],
  );
  return {
    messages: [...messages, ...turns.flat()],
    tools: tools?.length ? tools : undefined,
    options: {
      maxOutputTokens: body.max_tokens,
      temperature: body.temperature,
      topP: body.top_p,
      stop: body.stop_sequences,
      toolChoice: anthropicChoice(body.tool_choice),
      parallelToolCalls: body.tool_choice?.disable_parallel_tool_use ? false : undefined,
      reasoningEffort: body.thinking?.type === "enabled" ? "medium" : undefined,
    },
  };
}

function anthropicChoice(choice: AnthropicBody["tool_choice"]): ToolChoice | undefined {
  if (!choice) return undefined;
  if (choice.type === "tool") return { name: choice.name ?? "" };
  return choice.type === "any" ? "required" : choice.type;
}

/** One turn may hold results of tools, which are messages of their own elsewhere. */
async function anthropicTurn(
  { role, content }: AnthropicBody["messages"][number],
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  if (typeof content === "string") return [{ role, content }];
  const parts: ContentPart[] = [];
  const results: ChatMessage[] = [];
  const toolCalls: ToolCall[] = [];
  for (const block of content) {
    if (block.type === "text") parts.push({ type: "text", text: block.text ?? "" });
    else if (block.type === "image" && block.source) {
      const { type, media_type, data, url } = block.source;
      const address = type === "base64" ? `data:${media_type};base64,${data}` : (url ?? "");
      parts.push({ type: "image", dataUrl: await fetchAsData(address, signal) });
    } else if (block.type === "tool_use") {
      toolCalls.push({ id: block.id ?? "", name: block.name ?? "", arguments: JSON.stringify(block.input ?? {}) });
    } else if (block.type === "tool_result") {
      const text =
        typeof block.content === "string" ? block.content : (block.content ?? []).map(({ text }) => text ?? "");
      const content = typeof text === "string" ? text : text.join("\n");
      results.push({ role: "tool", toolCallId: block.tool_use_id ?? "", content });
    }
  }
  const texts = parts.every((part) => part.type === "text");
  const own = texts ? parts.map((part) => (part.type === "text" ? part.text : "")).join("\n") : parts;
  const message: ChatMessage = { role, content: own, ...(toolCalls.length > 0 ? { toolCalls } : {}) };
  return parts.length > 0 || toolCalls.length > 0 ? [...results, message] : results;
}
