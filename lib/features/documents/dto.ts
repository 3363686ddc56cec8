import type { DocumentFormat } from "@/db/schema/documents";
import type { Citation } from "@/lib/citations/types";
import type { ErrorKey } from "@/lib/errors/errors";
import type { ParseStateDto } from "@/lib/parsing/types";

export interface DocumentDto {
  id: string;
  fileId: string;
  /** The current version: what the reader opens. */
  versionId: string;
  /** From 1. */
  version: number;
  name: string;
  format: DocumentFormat;
  /** Bytes. */
  size: number;
  folderId: string | null;
  parse: ParseStateDto;
  lastReadAt: string;
  createdAt: string;
  /** Set in the trash; purged 30 days later. */
  deletedAt: string | null;
}

export interface DocumentListDto {
  items: DocumentDto[];
  total: number;
}

export interface DocumentVersionDto {
  versionId: string;
  /** From 1. */
  number: number;
  size: number;
  isCurrent: boolean;
  parse: ParseStateDto;
  createdAt: string;
}

export interface FolderDto {
  id: string;
  name: string;
  documents: number;
  createdAt: string;
}

export interface FolderListDto {
  items: FolderDto[];
  /** Live documents in all, and those without a folder. */
  all: number;
  unfiled: number;
  trash: number;
}

export type TaskStatus = "waiting" | "running" | "done" | "failed" | "cancelled";

/** Texts hold marks `[^c<id>]`; their citations stand in `citations`. */
export interface OverviewDto {
  id: string;
  documentId: string;
  versionId: string;
  status: TaskStatus;
  /** Per cent. */
  progress: number;
  failure: ErrorKey | null;
  modelName: string | null;
  /** Quoted from the document, not written by a language model. */
  isExtractive: boolean;
  /** Markdown. Empty until it is done. */
  summary: string;
  keyPoints: string[];
  /** Questions worth asking, three to five. */
  questions: string[];
  citations: Citation[];
  updatedAt: string;
}

/** A document as a conversation shows it. */
export interface ChatDocumentDto {
  documentId: string;
  fileId: string;
  versionId: string;
  name: string;
  format: DocumentFormat;
  parse: ParseStateDto;
}

export interface DocumentChatDto {
  id: string;
  title: string;
  /** In the order they were chosen; deleted ones are not among them. */
  documents: ChatDocumentDto[];
  /** An answer is being written in it. */
  running: boolean;
  lastMessageAt: string;
  createdAt: string;
}

/** spec 3: document-reading config. */
/** As its form loads it. */
export type OpenedConfigDto = DocumentConfigDto & { revision: string };

export interface DocumentConfigDto {
  /** Model name; null: the default chat model. */
  modelId: string | null;
  /** Chat log memory count: earlier rounds that go along. */
  memoryCount: number;
  /** Must hold {{question}}; may hold {{passages}}. */
  questionTemplate: string;
  /** File select flag and template ({{question}} and {{files}}). */
  fileSelect: { enabled: boolean; template: string };
  /** Answer generate keep flag and max count. */
  keepGenerating: { enabled: boolean; maxCount: number };
}

export interface TableColumnDto {
  id: string;
  question: string;
  modelId: string | null;
}

export interface TableCellDto {
  columnId: string;
  documentId: string;
  status: TaskStatus;
  failure: ErrorKey | null;
  /** With marks `[^c<id>]`, as in answers. */
  text: string;
  citations: Citation[];
}

export interface DocumentTableDto {
  columns: TableColumnDto[];
  /** Rows: the conversation's documents. */
  documents: ChatDocumentDto[];
  cells: TableCellDto[];
  /** Cells that are waiting or being answered. */
  open: number;
}
