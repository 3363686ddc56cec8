import type { ChatMessage, ChatOptions, ChatRequest, ResponseFormat, ToolChoice } from "../types";

/** OpenAI's own service: `max_tokens` is deprecated there and refused by its reasoning models. */
const OFFICIAL = new Set(["openai", "azure-openai"]);

/**
 * Suppliers whose thinking models refuse a conversation with tool calls unless the thinking before them comes back as
 * `reasoning_content`. Without it they are asked not to think.
 */
const DEMANDS_THINKING = new Set(["deepseek", "moonshot"]);

export type ChatBody = Record<string, unknown>;

/** The body of a chat completion; a supplier's documented differences go by its template. */
export function chatBody(template: string, model: string, { messages, options, tools }: ChatRequest): ChatBody {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map((message) => wireMessage(template, message)),
    temperature: options.temperature,
    top_p: options.topP,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    [OFFICIAL.has(template) ? "max_completion_tokens" : "max_tokens"]: options.maxOutputTokens,
    stop: options.stop?.length ? options.stop : undefined,
    [template === "mistral" ? "random_seed" : "seed"]: options.seed,
    response_format: options.responseFormat && wireFormat(options.responseFormat),
    tools: tools?.length ? tools.map((tool) => ({ type: "function", function: tool })) : undefined,
    ...(tools?.length ? toolOptions(options) : {}),
    ...(DEMANDS_THINKING.has(template) && messages.some(hasLostThinking)
      ? { thinking: { type: "disabled" } }
      : reasoning(template, options.reasoningEffort)),
  };
}

function toolOptions({ toolChoice, parallelToolCalls }: ChatOptions) {
  return { tool_choice: toolChoice && wireChoice(toolChoice), parallel_tool_calls: parallelToolCalls };
}

function wireChoice(choice: ToolChoice) {
  return typeof choice === "string" ? choice : { type: "function", function: { name: choice.name } };
}

function wireFormat(format: ResponseFormat) {
  if (format.type !== "json_schema") return { type: format.type };
  const { type, ...json_schema } = format;
  return { type, json_schema };
}

/** Most take OpenAI's name; Qwen and Zhipu document a switch instead. */
function reasoning(template: string, effort: ChatOptions["reasoningEffort"]) {
  if (!effort) return {};
  if (template === "qwen") return { enable_thinking: true };
  if (template === "zhipu") return { thinking: { type: "enabled" } };
  return { reasoning_effort: effort };
}

const hasLostThinking = ({ toolCalls, reasoning }: ChatMessage) => Boolean(toolCalls?.length && !reasoning);

function wireMessage(template: string, message: ChatMessage) {
  const content =
    typeof message.content === "string"
      ? message.content
      : message.content.map((part) =>
          part.type === "text" ? part : { type: "image_url", image_url: { url: part.dataUrl } },
        );
  return {
    role: message.role,
    content,
    reasoning_content: message.toolCalls?.length && DEMANDS_THINKING.has(template) ? message.reasoning : undefined,
    tool_call_id: message.toolCallId,
    tool_calls: message.toolCalls?.map(({ id, name, arguments: args }) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    })),
  };
}
