import { StorableStream, storable, storableJson } from "@/lib/text/storable";
import type { ChatProtocol, OpenedChat, Protocol, StreamEnd, StreamHandlers } from "./types";

/**
 * A protocol whose answers can be stored, whatever the supplier sends: the one place where text of models enters. Bytes
 * that are relayed pass as they are.
 */
export function withStorableText(protocol: Protocol): Protocol {
  const { chat, image, transcribe, listModels } = protocol;
  return {
    ...protocol,
    ...(chat && { chat: storableChat(chat) }),
    ...(image && { image: async (...asked) => storableJson(await image(...asked)) }),
    ...(transcribe && { transcribe: async (...asked) => storableJson(await transcribe(...asked)) }),
    ...(listModels && { listModels: async (...asked) => storableJson(await listModels(...asked)) }),
  };
}

function storableChat(chat: ChatProtocol): ChatProtocol {
  return {
    async open(channel, request, signal) {
      const opened = await chat.open(channel, request, signal);
      return { read: (handlers) => readStorable(opened, handlers) };
    },
  };
}

async function readStorable(opened: OpenedChat, handlers: StreamHandlers): Promise<StreamEnd> {
  const text = new StorableStream();
  const reasoning = new StorableStream();
  const calls = new Map<number, StorableStream>();
  const say = (piece: string, to: (piece: string) => void) => {
    if (piece) to(piece);
  };
  const endText = () => say(text.end(), (piece) => handlers.onText(piece));
  const endReasoning = () => say(reasoning.end(), (piece) => handlers.onReasoning(piece));
  try {
    const end = await opened.read({
      onText(delta) {
        endReasoning();
        say(text.push(delta), (piece) => handlers.onText(piece));
      },
      onReasoning(delta) {
        endText();
        say(reasoning.push(delta), (piece) => handlers.onReasoning(piece));
      },
      onToolCall: ({ index, id, name, argumentsDelta }) => {
        const call = calls.get(index) ?? new StorableStream();
        calls.set(index, call);
        handlers.onToolCall?.({
          index,
          ...(id === undefined ? {} : { id: storable(id) }),
          ...(name === undefined ? {} : { name: storable(name) }),
          argumentsDelta: call.push(argumentsDelta),
        });
      },
    });
    return { ...end, toolCalls: storableJson(end.toolCalls) };
  } finally {
    // Also when the answer broke off or was stopped: half a character that waited is shown as one that cannot be read.
    endReasoning();
    endText();
    for (const [index, call] of calls) {
      say(call.end(), (argumentsDelta) => handlers.onToolCall?.({ index, argumentsDelta }));
    }
  }
}
