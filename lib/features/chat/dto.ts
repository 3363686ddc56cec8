import { z } from "zod";
import type { DocumentFormat } from "@/db/schema/documents";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import type { ChatOption } from "@/lib/models/supported-options";

export const chatFolderDto = z.strictObject({ id: z.uuid(), name: z.string() });
export type ChatFolderDto = z.infer<typeof chatFolderDto>;

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

/** Which kinds of models there are besides those that chat. */
export interface VoiceDto {
  speech: boolean;
  transcription: boolean;
}
