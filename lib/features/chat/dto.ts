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
  contextWindow: number | null;
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
