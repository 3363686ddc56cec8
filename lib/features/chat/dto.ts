import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { MODEL_STATUS } from "@/lib/config/model-kinds";
import { BUILTIN_TOOLS } from "@/lib/config/tool-kinds";
import { errorKey } from "@/lib/errors/key";
import { CHAT_OPTIONS } from "@/lib/models/supported-options";
import { foundEncodingDto } from "@/lib/parsing/dto";

export const chatFolderDto = z.strictObject({ id: z.uuid(), name: z.string() });
export type ChatFolderDto = z.infer<typeof chatFolderDto>;

export const chatModelDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Its name; empty where that is an address. */
  supplier: z.string(),
  builtin: z.boolean(),
  abilities: z.array(z.string()),
  /** Takes pictures. */
  sees: z.boolean(),
  contextWindow: z.int().nullable(),
  /** Chat options it heeds; others are hidden (spec 3). */
  options: z.array(z.enum(CHAT_OPTIONS)),
  /** `abnormal`: its last call failed, or it cannot be called. */
  status: z.enum(MODEL_STATUS),
  /** Millionths of a currency unit a million tokens; null where nobody knows. */
  price: z.strictObject({ currency: z.string(), input: z.number(), output: z.number() }).nullable(),
});
export type ChatModelDto = z.infer<typeof chatModelDto>;

/** Models a person may chat with, the default first. */
export const chatModelListDto = z.strictObject({ items: z.array(chatModelDto), defaultId: z.uuid().nullable() });

/** A tool as the composer offers it. */
export const chatToolDto = z.strictObject({
  /** What a model calls it by. */
  name: z.string(),
  description: z.string(),
  /** Of a built-in tool: key of its name in `chat.tools.builtin`. */
  key: z.enum(BUILTIN_TOOLS).nullable(),
  /** Of an MCP tool: its title and its server's name. */
  title: z.string(),
  server: z.string().nullable(),
  /** Off until it is switched on; the others always go along. */
  optional: z.boolean(),
  confirm: z.boolean(),
  /** The chosen model can use it. */
  usable: z.boolean(),
});
export type ChatToolDto = z.infer<typeof chatToolDto>;

/** A file that goes along with a question. */
export const chatFileDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Media type by content. */
  type: z.string(),
  sha256: z.string(),
  /** What the reader opens. */
  versionId: z.uuid(),
  /** `image`: goes to the model as a picture. */
  format: z.enum(DOCUMENT_FORMATS),
  state: z.enum(["reading", "ready", "failed"]),
  /** Per cent of the stage under way. */
  progress: z.number(),
  /** Why it failed. */
  error: errorKey.nullable(),
  /** Of texts, once they were read. */
  encoding: foundEncodingDto.optional(),
});
export type ChatFileDto = z.infer<typeof chatFileDto>;

/** Which kinds of models there are besides those that chat. */
export interface VoiceDto {
  speech: boolean;
  transcription: boolean;
}

/** The words of a recording. */
export const transcriptDto = z.strictObject({ text: z.string() });
