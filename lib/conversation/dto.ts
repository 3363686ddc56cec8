import { z } from "zod";
import { errorKey } from "@/lib/errors/key";
import { linkDto } from "@/lib/sharing/dto";

export const conversationDto = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  archived: z.boolean(),
  pinned: z.boolean(),
  /** Null: in no folder. */
  folderId: z.uuid().nullable(),
  /** Not kept: never listed, searched or titled; gone when it is left. */
  temporary: z.boolean(),
  /** An answer is being written in it. */
  running: z.boolean(),
  lastMessageAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type ConversationDto = z.infer<typeof conversationDto>;

const role = z.enum(["user", "assistant"]);

/** A conversation that holds the words searched for, with the newest messages that do. */
export const foundConversationDto = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  archived: z.boolean(),
  lastMessageAt: z.iso.datetime(),
  messages: z.array(z.strictObject({ id: z.uuid(), role, excerpt: z.string(), createdAt: z.iso.datetime() })),
  /** Messages that hold the words, shown or not. */
  total: z.int(),
});
export type FoundConversationDto = z.infer<typeof foundConversationDto>;

/** What a change of many conversations came to. */
export const bulkResultDto = z.strictObject({
  done: z.array(z.uuid()),
  refused: z.array(z.strictObject({ id: z.uuid(), title: z.string(), error: errorKey })),
});
export type BulkResultDto = z.infer<typeof bulkResultDto>;

/** A link to a conversation as it stood. */
export const shareDto = linkDto.extend({
  /** One answer with its question, instead of the whole. */
  isAnswer: z.boolean(),
});
export type ShareDto = z.infer<typeof shareDto>;

const sharedMessageDto = z.strictObject({
  id: z.uuid(),
  role,
  /** Marks of sources are the numbers people see: `[2]`. */
  text: z.string(),
  modelName: z.string().nullable(),
  /** No name and no words where the reader may not open the document. */
  sources: z.array(z.strictObject({ number: z.int(), fileName: z.string().nullable(), quotes: z.array(z.string()) })),
  createdAt: z.iso.datetime(),
});
export type SharedMessageDto = z.infer<typeof sharedMessageDto>;

export const sharedConversationDto = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  ownerName: z.string(),
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  messages: z.array(sharedMessageDto),
  hasLater: z.boolean(),
});
export type SharedConversationDto = z.infer<typeof sharedConversationDto>;

/** Settings as they are kept (spec 3); what is not there holds as without it. */
export const chatSettingsDto = z
  .strictObject({
    contextTokens: z.int(),
    memoryRounds: z.int(),
    maxOutputTokens: z.int(),
    temperature: z.number(),
    topP: z.number(),
    presencePenalty: z.number(),
    frequencyPenalty: z.number(),
    systemPrompt: z.string(),
    modelId: z.string(),
    tools: z.array(z.string()),
  })
  .partial();
export type ChatSettings = z.infer<typeof chatSettingsDto>;

/** A role of the prompt square that is on in a chat, with its text as it was then. */
const chatRoleDto = z.strictObject({ promptId: z.uuid(), name: z.string(), text: z.string() });
export type ChatRole = z.infer<typeof chatRoleDto>;

export const settingsDto = z.strictObject({
  /** Of this chat; they go before the person's. */
  chat: chatSettingsDto,
  /** What new chats begin with. */
  person: chatSettingsDto,
  role: chatRoleDto.nullable(),
});
export type SettingsDto = z.infer<typeof settingsDto>;

/** One answer of a comparison, or why there is none. */
const comparedDto = z.strictObject({
  modelId: z.string(),
  runId: z.uuid().nullable(),
  answerId: z.uuid().nullable(),
  error: errorKey.nullable(),
});
export type ComparedDto = z.infer<typeof comparedDto>;

/** A question that several models answer at once. */
export const comparisonDto = z.strictObject({
  comparisonId: z.uuid(),
  questionId: z.uuid(),
  answers: z.array(comparedDto),
});
export type ComparisonDto = z.infer<typeof comparisonDto>;
