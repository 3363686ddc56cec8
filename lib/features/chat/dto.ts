import type { DocumentFormat } from "@/db/schema/documents";
import type { ErrorKey } from "@/lib/http/errors";

export type { ChatMessageDto, MessageStatus } from "@/lib/stream/message-dto";

export interface ChatSessionDto {
  id: string;
  title: string;
  archived: boolean;
  /** An answer is being written in it. */
  running: boolean;
  lastMessageAt: string;
  createdAt: string;
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
