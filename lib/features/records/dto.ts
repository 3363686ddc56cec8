import type { RecordPolicy } from "@/lib/conversation/records-policy";
import type { ChatMessageDto, MessageStatus } from "@/lib/stream/message-dto";

export type { ChatMessageDto, RecordPolicy };

/** Why the words of a round are not shown. */
export type Closed = "policy" | "deleted" | "temporary";

/** One question with one answer. */
export interface RecordDto {
  id: string;
  createdAt: string;
  sessionId: string;
  /** Area, by the ledger's name. */
  app: string;
  user: { id: string; name: string; account: string };
  department: { id: string; name: string } | null;
  modelId: string | null;
  modelName: string;
  status: MessageStatus;
  /** Key of the error catalogue. */
  error: string | null;
  feedback: "like" | "dislike" | null;
  feedbackReason: string | null;
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
  /** Null without a price. */
  costMicros: number | null;
  /** Calls of the answer that used something and have no price. */
  unpriced: number;
  currency: string | null;
  firstTokenMs: number | null;
  durationMs: number | null;
  /** Null where nothing is cited. */
  support: { cited: number; supported: number } | null;
  closed: Closed | null;
  /** Title, the question's start and the words of a dislike; null while closed. */
  title: string | null;
  question: string | null;
  feedbackText: string | null;
}

export interface RecordPage {
  items: RecordDto[];
  next: string | null;
  /** Counted to 10,000 at most. */
  totalAtMost: number;
}

export interface RecordDetailDto extends RecordDto {
  /** The calls of the answer; `logId` where the reader may open the gateway's log. */
  calls: { requestId: string; logId: string | null }[];
}

/** The branch of a conversation that a round is part of. */
export interface RecordContentDto {
  title: string;
  items: ChatMessageDto[];
}

export interface PolicyRowDto {
  departmentId: string;
  name: string;
  /** Levels below the root. */
  depth: number;
  policy: RecordPolicy;
  /** Set here; otherwise it comes from above. */
  isOwn: boolean;
  /** The department it comes from; null: the product's own. */
  fromName: string | null;
  /** Of the policy set here. */
  revision: string;
}

export interface PoliciesDto {
  items: PolicyRowDto[];
  canEdit: boolean;
}

/** Somebody read a conversation, or what the request log kept of one call. */
export interface ReadDto {
  id: string;
  createdAt: string;
  /** Empty when the reader is gone. */
  reader: { name: string; account: string };
  title: string;
  /** The logged call that was opened; null for a conversation. */
  call: { app: string; at: string } | null;
  /** False for a call outside of one, as those of the Open API are. */
  hasConversation: boolean;
  /** Where the conversation is; null when it is gone. */
  href: string | null;
}

export interface ReadPage {
  items: ReadDto[];
  next: string | null;
}
