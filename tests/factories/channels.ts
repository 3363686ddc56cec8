import { protocolOf } from "@/lib/models/protocols";
import type { Channel, ChatRequest, StreamEnd, ToolCallDelta } from "@/lib/models/types";

export const CHANNEL_KEY = "planted-0123456789abcdef";

/** A channel to a fake supplier, ready to be called. */
export function channelTo(
  baseUrl: string,
  template: string,
  upstreamModel: string,
  more: Partial<Channel> = {},
): Channel {
  return {
    id: null,
    supplierId: null,
    keyId: null,
    template,
    upstreamModel,
    baseUrl,
    apiKey: CHANNEL_KEY,
    headers: {},
    settings: {},
    ...more,
  };
}

export interface Heard extends StreamEnd {
  text: string;
  reasoning: string;
  deltas: ToolCallDelta[];
}

const HELLO: ChatRequest["messages"] = [{ role: "user", content: "hello" }];

/** A whole answer of a channel, as its protocol tells it. */
export async function hear(
  channel: Channel,
  request: Partial<ChatRequest> = {},
  signal = new AbortController().signal,
  onText?: () => void,
): Promise<Heard> {
  const { chat } = await protocolOf(channel.template);
  const opened = await chat!.open(channel, { messages: HELLO, options: {}, ...request }, signal);
  const heard = { text: "", reasoning: "", deltas: [] as ToolCallDelta[] };
  const end = await opened.read({
    onText: (delta) => {
      heard.text += delta;
      onText?.();
    },
    onReasoning: (delta) => {
      heard.reasoning += delta;
    },
    onToolCall: (delta) => {
      heard.deltas.push(delta);
    },
  });
  return { ...heard, ...end };
}
