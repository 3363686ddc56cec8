import { z } from "zod";
import { MESSAGE_STATUS } from "@/db/schema/conversation";
import { cursorPageOf } from "@/lib/endpoint/answers";
import { chatMessageDto } from "@/lib/stream/message-dto";

/** Why the words of a round are not shown. */
export const CLOSED = ["policy", "deleted", "temporary"] as const;
export type Closed = (typeof CLOSED)[number];

/** One question with one answer. */
export const recordDto = z.strictObject({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  sessionId: z.uuid(),
  /** Area, by the ledger's name. */
  app: z.string(),
  user: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }),
  department: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  modelId: z.uuid().nullable(),
  modelName: z.string(),
  status: z.enum(MESSAGE_STATUS),
  /** Key of the error catalogue. */
  error: z.string().nullable(),
  feedback: z.enum(["like", "dislike"]).nullable(),
  feedbackReason: z.string().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  estimated: z.boolean(),
  /** Null without a price. */
  costMicros: z.int().nullable(),
  /** Calls of the answer that used something and have no price. */
  unpriced: z.int(),
  currency: z.string().nullable(),
  firstTokenMs: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** Null where nothing is cited. */
  support: z.strictObject({ cited: z.int(), supported: z.int() }).nullable(),
  closed: z.enum(CLOSED).nullable(),
  /** Title, the question's start and the words of a dislike; null while closed. */
  title: z.string().nullable(),
  question: z.string().nullable(),
  feedbackText: z.string().nullable(),
});
export type RecordDto = z.infer<typeof recordDto>;

export const recordPageDto = cursorPageOf(recordDto).extend({
  /** Counted to 10,000 at most. */
  totalAtMost: z.int(),
});
export type RecordPage = z.infer<typeof recordPageDto>;

export const recordDetailDto = recordDto.extend({
  /** The calls of the answer; `logId` where the reader may open the gateway's log. */
  calls: z.array(z.strictObject({ requestId: z.string(), logId: z.uuid().nullable() })),
});
export type RecordDetailDto = z.infer<typeof recordDetailDto>;

/** The branch of a conversation that a round is part of. */
export const recordContentDto = z.strictObject({ title: z.string(), items: z.array(chatMessageDto) });
export type RecordContentDto = z.infer<typeof recordContentDto>;

/** What holds for the conversations of a department's people (spec B8). */
export const recordPolicyDto = z.strictObject({
  /** Days after the last message; null keeps them. */
  retentionDays: z.int().nullable(),
  mayDelete: z.boolean(),
  adminAccess: z.enum(["content", "metadata"]),
});
export type RecordPolicy = z.infer<typeof recordPolicyDto>;

export const policyRowDto = z.strictObject({
  departmentId: z.uuid(),
  name: z.string(),
  /** Levels below the root. */
  depth: z.int(),
  policy: recordPolicyDto,
  /** Set here; otherwise it comes from above. */
  isOwn: z.boolean(),
  /** The department it comes from; null: the product's own. */
  fromName: z.string().nullable(),
  /** Of the policy set here. */
  revision: z.string(),
});
export type PolicyRowDto = z.infer<typeof policyRowDto>;

export const policiesDto = z.strictObject({ items: z.array(policyRowDto), canEdit: z.boolean() });
export type PoliciesDto = z.infer<typeof policiesDto>;

/** Somebody read a conversation, or what the request log kept of one call. */
export const readDto = z.strictObject({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Empty when the reader is gone. */
  reader: z.strictObject({ name: z.string(), account: z.string() }),
  title: z.string(),
  /** The logged call that was opened; null for a conversation. */
  call: z.strictObject({ app: z.string(), at: z.iso.datetime() }).nullable(),
  /** False for a call outside of one, as those of the Open API are. */
  hasConversation: z.boolean(),
  /** Where the conversation is; null when it is gone. */
  href: z.string().nullable(),
});
export type ReadDto = z.infer<typeof readDto>;

export const readPageDto = cursorPageOf(readDto);
export type ReadPage = z.infer<typeof readPageDto>;

/** Something a filter may be set to. */
export const recordChoiceDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** What tells two of one name apart. */
  detail: z.string().optional(),
});
