import type { DocumentFormat } from "@/db/schema/documents";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { ErrorKey } from "@/lib/http/errors";
import type { ChatOption } from "@/lib/models/supported-options";

export type { ChatMessageDto, MessageStatus } from "@/lib/stream/message-dto";

export interface ChatSessionDto {
  id: string;
  title: string;
  archived: boolean;
  pinned: boolean;
  /** Null: in no folder. */
  folderId: string | null;
  /** Not kept: see `newSession`. */
  temporary: boolean;
  /** An answer is being written in it. */
  running: boolean;
  lastMessageAt: string;
  createdAt: string;
}

export interface ChatFolderDto {
  id: string;
  name: string;
}

/** A chat that holds the words searched for, with the newest messages that do. */
export interface FoundChatDto {
  id: string;
  title: string;
  archived: boolean;
  lastMessageAt: string;
  messages: { id: string; role: "user" | "assistant"; excerpt: string; createdAt: string }[];
  /** Messages that hold the words, shown or not. */
  total: number;
}

/** What a change of many chats came to. */
export interface BulkResultDto {
  done: string[];
  refused: { id: string; title: string; error: string }[];
}

export interface ChatModelDto {
  id: string;
  name: string;
  supplier: string;
  builtin: boolean;
  abilities: string[];
  /** Takes pictures. */
  sees: boolean;
  contextWindow: number | null;
  /** Chat options it heeds; others are hidden (spec 3). */
  options: ChatOption[];
}

/** A tool as the composer offers it. */
export interface ChatToolDto {
  /** What a model calls it by. */
  name: string;
  description: string;
  /** Of a built-in tool: key of its name in `chat.tools.builtin`. */
  key: BuiltinToolKey | null;
  /** Of an MCP tool: its title and its server's name. */
  title: string;
  server: string | null;
  /** Off until it is switched on; the others always go along. */
  optional: boolean;
  confirm: boolean;
  /** The chosen model can use it. */
  usable: boolean;
}

/** A file that goes along with a question. */
export interface ChatFileDto {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
  sha256: string;
  /** What the reader opens. */
  versionId: string;
  /** `image`: goes to the model as a picture. */
  format: DocumentFormat;
  state: "reading" | "ready" | "failed";
  /** Per cent of the stage under way. */
  progress: number;
  /** Why it failed: a key of the error catalogue. */
  error: ErrorKey | null;
}

/** A link to a chat as it stood. */
export interface ShareDto {
  id: string;
  /** Null: until it is taken back. */
  expiresAt: string | null;
  createdAt: string;
}

export interface SharedMessageDto {
  id: string;
  role: "user" | "assistant";
  /** Marks of sources are the numbers people see: `[2]`. */
  text: string;
  modelName: string | null;
  /** Null where the reader may not open the document. */
  sources: { number: number; fileName: string | null; quote: string | null }[];
  createdAt: string;
}

export interface SharedChatDto {
  id: string;
  title: string;
  ownerName: string;
  isOwn: boolean;
  createdAt: string;
  expiresAt: string | null;
  messages: SharedMessageDto[];
  hasLater: boolean;
}

/** Which kinds of models there are besides those that chat. */
export interface VoiceDto {
  speech: boolean;
  transcription: boolean;
}
