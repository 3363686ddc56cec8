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
  contextWindow: number | null;
}
