import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { TASK_STATUS } from "@/db/schema/tasks";
import { citationDto } from "@/lib/citations/dto";
import { errorKey } from "@/lib/errors/key";
import { parseStateDto } from "@/lib/parsing/dto";

export const documentDto = z.strictObject({
  id: z.uuid(),
  fileId: z.uuid(),
  /** The current version: what the reader opens. */
  versionId: z.uuid(),
  /** From 1. */
  version: z.int().min(1),
  name: z.string(),
  format: z.enum(DOCUMENT_FORMATS),
  /** Bytes. */
  size: z.int(),
  folderId: z.uuid().nullable(),
  parse: parseStateDto,
  lastReadAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** Set in the trash; purged 30 days later. */
  deletedAt: z.iso.datetime().nullable(),
});
export type DocumentDto = z.infer<typeof documentDto>;

export interface DocumentListDto {
  items: DocumentDto[];
  total: number;
}

export const documentVersionDto = z.strictObject({
  versionId: z.uuid(),
  /** From 1. */
  number: z.int().min(1),
  size: z.int(),
  isCurrent: z.boolean(),
  parse: parseStateDto,
  createdAt: z.iso.datetime(),
});
export type DocumentVersionDto = z.infer<typeof documentVersionDto>;

export const folderDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  documents: z.int(),
  createdAt: z.iso.datetime(),
});
export type FolderDto = z.infer<typeof folderDto>;

export const folderListDto = z.strictObject({
  items: z.array(folderDto),
  /** Live documents in all, and those without a folder. */
  all: z.int(),
  unfiled: z.int(),
  trash: z.int(),
});
export type FolderListDto = z.infer<typeof folderListDto>;

/** Texts hold marks `[^c<id>]`; their citations stand in `citations`. */
export const overviewDto = z.strictObject({
  id: z.uuid(),
  documentId: z.uuid(),
  versionId: z.uuid(),
  status: z.enum(TASK_STATUS),
  /** Per cent. */
  progress: z.number(),
  failure: errorKey.nullable(),
  modelName: z.string().nullable(),
  /** Quoted from the document, not written by a language model. */
  isExtractive: z.boolean(),
  /** Markdown. Empty until it is done. */
  summary: z.string(),
  keyPoints: z.array(z.string()),
  /** Questions worth asking, three to five. */
  questions: z.array(z.string()),
  citations: z.array(citationDto),
  updatedAt: z.iso.datetime(),
});
export type OverviewDto = z.infer<typeof overviewDto>;

/** A document as a conversation shows it. */
const chatDocumentDto = z.strictObject({
  documentId: z.uuid(),
  fileId: z.uuid(),
  versionId: z.uuid(),
  name: z.string(),
  format: z.enum(DOCUMENT_FORMATS),
  parse: parseStateDto,
});
export type ChatDocumentDto = z.infer<typeof chatDocumentDto>;

export const documentChatDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  /** In the order they were chosen; deleted ones are not among them. */
  documents: z.array(chatDocumentDto),
  /** An answer is being written in it. */
  running: z.boolean(),
  lastMessageAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type DocumentChatDto = z.infer<typeof documentChatDto>;

/** spec 3: document-reading config. */
const documentConfigDto = z.strictObject({
  /** Model name; null: the default chat model. */
  modelId: z.string().nullable(),
  /** Chat log memory count: earlier rounds that go along. */
  memoryCount: z.int(),
  /** Must hold {{question}}; may hold {{passages}}. */
  questionTemplate: z.string(),
  /** File select flag and template ({{question}} and {{files}}). */
  fileSelect: z.strictObject({ enabled: z.boolean(), template: z.string() }),
  /** Comments and notes of documents are read as well. */
  annotations: z.boolean(),
  /** Answer generate keep flag and max count. */
  keepGenerating: z.strictObject({ enabled: z.boolean(), maxCount: z.int() }),
});
export type DocumentConfigDto = z.infer<typeof documentConfigDto>;

/** As its form loads it. */
export const openedConfigDto = documentConfigDto.extend({ revision: z.string() });
export type OpenedConfigDto = z.infer<typeof openedConfigDto>;

const tableColumnDto = z.strictObject({ id: z.uuid(), question: z.string(), modelId: z.string().nullable() });
export type TableColumnDto = z.infer<typeof tableColumnDto>;

const tableCellDto = z.strictObject({
  columnId: z.uuid(),
  documentId: z.uuid(),
  status: z.enum(TASK_STATUS),
  failure: errorKey.nullable(),
  /** With marks `[^c<id>]`, as in answers. */
  text: z.string(),
  citations: z.array(citationDto),
});
export type TableCellDto = z.infer<typeof tableCellDto>;

export const documentTableDto = z.strictObject({
  columns: z.array(tableColumnDto),
  /** Rows: the conversation's documents. */
  documents: z.array(chatDocumentDto),
  cells: z.array(tableCellDto),
  /** Cells that are waiting or being answered. */
  open: z.int(),
});
export type DocumentTableDto = z.infer<typeof documentTableDto>;
