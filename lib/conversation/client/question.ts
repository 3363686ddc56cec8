import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { MessagePart } from "@/lib/stream/parts";

type FilePart = Extract<MessagePart, { type: "file" }>;
export type QuotePart = Extract<MessagePart, { type: "quote" }>;
export type BasePart = Extract<MessagePart, { type: "base" }>;

/** What may go along with a question. */
export interface QuestionExtras {
  quote?: QuotePart;
  /** In the order they were attached. */
  files?: readonly FilePart[];
  /** Knowledge bases it is put to. */
  bases?: readonly BasePart[];
  /** Further fields of the call. */
  fields?: Record<string, unknown>;
  /** What the question reads as, where the server words it. */
  shown?: string;
  /** The question this one takes the place of, on a branch of its own. */
  edited?: ChatMessageDto;
}
