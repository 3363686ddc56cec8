import { z } from "zod";
import { cut, storable } from "@/lib/text/storable";
import { MESSAGE_MAX, MESSAGES_MAX } from "./limits";

// @exempt text: what is read is made storable and cut where a chat is assembled

/** A chat of another product, as we keep ours: questions and answers by turns, in a tree. */
export interface ImportedChat {
  /** Whose it was there, and its name there: what it is known by when it comes once more. */
  source: "chatgpt" | "open-webui";
  externalId: string;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  messages: ImportedMessage[];
  /** The message whose branch was in view. */
  currentId: string | null;
  /** Files, pictures and other parts that are no text. */
  leftOut: number;
}

export interface ImportedMessage {
  id: string;
  parentId: string | null;
  role: "user" | "assistant";
  text: string;
  model: string | null;
  at: Date;
}

/** A message as the other product has it, before its tree is made ours. */
interface Node {
  id: string;
  parent: string | null;
  role: string;
  text: string;
  model: string | null;
  at: Date | null;
  leftOut: number;
}

const seconds = z.number().finite().nullish().catch(null);
const word = z.string().max(300);
/** Some count in milliseconds, or nanoseconds. */
function dateOf(value: number | null | undefined): Date | null {
  if (!value || value <= 0) return null;
  const ms = value > 1e17 ? value / 1e6 : value > 1e11 ? value : value * 1000;
  return ms < Date.now() + 86_400_000 ? new Date(ms) : null;
}

const chatGptMessage = z.object({
  author: z.object({ role: z.string() }),
  create_time: seconds,
  content: z.looseObject({ content_type: z.string().catch("text"), parts: z.array(z.unknown()).catch([]) }),
  metadata: z
    .looseObject({
      model_slug: word.nullish().catch(null),
      is_visually_hidden_from_conversation: z.boolean().nullish().catch(null),
      attachments: z.array(z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
const chatGptChat = z.object({
  title: z.string().nullish().catch(null),
  create_time: seconds,
  update_time: seconds,
  conversation_id: word.optional(),
  id: word.optional(),
  current_node: word.nullish().catch(null),
  mapping: z.record(word, z.object({ parent: word.nullish().catch(null), message: z.unknown() })),
});

const webUiMessage = z.object({
  parentId: word.nullish().catch(null),
  role: z.string(),
  content: z.string().catch(""),
  model: word.nullish().catch(null),
  timestamp: seconds,
  files: z.array(z.unknown()).nullish().catch(null),
});
const webUiChat = z.object({
  id: word,
  title: z.string().nullish().catch(null),
  created_at: seconds,
  updated_at: seconds,
  chat: z.object({
    title: z.string().nullish().catch(null),
    history: z.object({ messages: z.record(word, z.unknown()), currentId: word.nullish().catch(null) }),
  }),
});

/** One chat of an export; null for what is none, or has nothing to keep. What it says is bounded here. */
export function readChat(value: unknown): ImportedChat | null {
  return readChatGpt(value) ?? readWebUi(value);
}

function readChatGpt(value: unknown): ImportedChat | null {
  const read = chatGptChat.safeParse(value);
  if (!read.success) return null;
  const { title, mapping, current_node: current, create_time, update_time } = read.data;
  const externalId = read.data.conversation_id ?? read.data.id;
  if (!externalId) return null;
  const nodes = Object.entries(mapping).map(([id, { parent, message }]): Node => {
    const said = chatGptMessage.safeParse(message);
    const at = { id, parent: parent ?? null };
    // The root, and what the product said to itself.
    if (!said.success) return { ...at, role: "", text: "", model: null, at: null, leftOut: 0 };
    const { author, content, metadata } = said.data;
    const isShown = !metadata?.is_visually_hidden_from_conversation && /text$/.test(content.content_type);
    const texts = content.parts.flatMap((part) => (typeof part === "string" ? [part] : transcriptOf(part)));
    const others = content.parts.filter((part) => typeof part !== "string" && transcriptOf(part).length === 0).length;
    return {
      ...at,
      role: isShown ? author.role : "",
      text: texts.join("\n\n"),
      model: metadata?.model_slug ?? null,
      at: dateOf(said.data.create_time),
      leftOut: isShown ? others + (metadata?.attachments?.length ?? 0) : 0,
    };
  });
  const [createdAt, updatedAt] = [dateOf(create_time), dateOf(update_time)];
  return assembled({ source: "chatgpt", externalId, title, createdAt, updatedAt, current, nodes });
}

/** What was spoken, as it was written down. */
function transcriptOf(part: unknown): string[] {
  const read = z.object({ content_type: z.literal("audio_transcription"), text: z.string() }).safeParse(part);
  return read.success ? [read.data.text] : [];
}

function readWebUi(value: unknown): ImportedChat | null {
  const read = webUiChat.safeParse(value);
  if (!read.success) return null;
  const { id: externalId, created_at, updated_at, chat } = read.data;
  const nodes = Object.entries(chat.history.messages).flatMap(([id, message]): Node[] => {
    const said = webUiMessage.safeParse(message);
    if (!said.success) return [];
    const { parentId, role, content, model, timestamp, files } = said.data;
    const leftOut = files?.length ?? 0;
    // What a model thought, and called, stands among its words there.
    const text = content.replace(/<details\s[^>]*type="(?:reasoning|tool_calls)"[^>]*>[\s\S]*?<\/details>\s*/g, "");
    return [{ id, parent: parentId ?? null, role, text, model: model ?? null, at: dateOf(timestamp), leftOut }];
  });
  return assembled({
    source: "open-webui",
    externalId,
    title: read.data.title ?? chat.title,
    createdAt: dateOf(created_at),
    updatedAt: dateOf(updated_at),
    current: chat.history.currentId,
    nodes,
  });
}

interface Parts {
  source: ImportedChat["source"];
  externalId: string;
  title: string | null | undefined;
  createdAt: Date | null;
  updatedAt: Date | null;
  current: string | null | undefined;
  nodes: readonly Node[];
}

/** A tree in which questions and answers take turns, each after what it hangs on; null when nobody asked anything. */
function assembled({ source, externalId, title, nodes, current, ...times }: Parts): ImportedChat | null {
  const messages: ImportedMessage[] = [];
  /** Ours by the id of each node: what is left out stands for what it hung on. */
  const kept = new Map<string, ImportedMessage | null>();
  let leftOut = 0;
  let last = times.createdAt ?? times.updatedAt ?? new Date(0);
  for (const node of inOrder(nodes)) {
    leftOut += node.leftOut;
    const above = node.parent === null ? null : (kept.get(node.parent) ?? null);
    const text = cut(storable(node.text).trim(), MESSAGE_MAX);
    const isOurs = text !== "" && (node.role === "user" || (node.role === "assistant" && above !== null));
    if (!isOurs) {
      kept.set(node.id, above);
      continue;
    }
    if (messages.length >= MESSAGES_MAX) {
      leftOut += 1;
      kept.set(node.id, above);
      continue;
    }
    // An answer that came in several pieces, with tools between them, is one of ours.
    const isPiece = above?.role === node.role;
    if (isPiece && !messages.some(({ parentId }) => parentId === above.id)) {
      above.text = cut(`${above.text}\n\n${text}`, MESSAGE_MAX);
      kept.set(node.id, above);
      continue;
    }
    last = node.at ?? last;
    const message: ImportedMessage = {
      id: node.id,
      parentId: isPiece ? above.parentId : (above?.id ?? null),
      role: node.role as ImportedMessage["role"],
      text,
      model: node.role === "assistant" && node.model ? storable(node.model) : null,
      at: last,
    };
    messages.push(message);
    kept.set(node.id, message);
  }
  if (messages.length === 0) return null;
  const currentId = (current && kept.get(current)?.id) || messages.at(-1)!.id;
  return {
    source,
    externalId,
    title: storable(title ?? "")
      .replace(/\s+/g, " ")
      .trim(),
    createdAt: times.createdAt ?? messages[0]!.at,
    updatedAt: times.updatedAt ?? last,
    messages,
    currentId,
    leftOut,
  };
}

/** Every node after the one it hangs on, siblings by time; what hangs on itself, or on nothing that is there, is a root or lost. */
function* inOrder(nodes: readonly Node[]): Generator<Node> {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parent }) => (parent !== null && ids.has(parent) ? parent : null));
  const time = ({ at }: Node) => at?.getTime() ?? 0;
  const open = [...(below.get(null) ?? [])].sort((a, b) => time(b) - time(a));
  while (open.length > 0) {
    const node = open.pop()!;
    yield node;
    for (const next of [...(below.get(node.id) ?? [])].sort((a, b) => time(b) - time(a))) open.push(next);
  }
}
