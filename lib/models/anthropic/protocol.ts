import "server-only";
import { createAnthropic } from "@ai-sdk/anthropic";
import { getModelCapabilities } from "@ai-sdk/anthropic/internal";
import { openSdk } from "../sdk/chat";
import { supplierFetch } from "../sdk/fetch";
import { sdkOptions } from "../sdk/options";
import type { ChatRequest, Protocol } from "../types";
import { listModels } from "./model-list";
import { relay } from "./relay";

const JSON_ONLY = "Answer with one JSON object and nothing else: no words around it, no code fence.";

/** Anthropic's Messages API. */
export const anthropic: Protocol = {
  chat: {
    open(channel, request, signal) {
      const { baseUrl, apiKey, upstreamModel } = channel;
      // Never unset: the package would read the environment instead.
      const supplier = createAnthropic({
        baseURL: baseUrl ?? undefined,
        apiKey: apiKey ?? "",
        fetch: supplierFetch(channel, signal),
      });
      const options = { ...sdkOptions(adapted(upstreamModel, request)), abortSignal: signal };
      if (request.options.parallelToolCalls === false) {
        options.providerOptions = { anthropic: { disableParallelToolUse: true } };
      }
      return openSdk(supplier.languageModel(upstreamModel), options, channel);
    },
  },
  relay,
  listModels,
};

/** What this protocol has no field for. */
function adapted(model: string, request: ChatRequest): ChatRequest {
  const { options, messages } = request;
  const isJson = options.responseFormat?.type === "json_object";
  // Models with a thinking budget demand their own thinking back within a tool loop, and we do not keep it. Newer ones,
  // which measure their thinking themselves, go on without.
  const inToolLoop = messages.at(-1)?.role === "tool";
  const withoutThinking = inToolLoop && !getModelCapabilities(model).supportsAdaptiveThinking;
  return {
    ...request,
    messages: isJson ? [...messages, { role: "system", content: JSON_ONLY }] : messages,
    options: {
      ...options,
      responseFormat: isJson ? undefined : options.responseFormat,
      reasoningEffort: withoutThinking ? undefined : options.reasoningEffort,
    },
  };
}
