import { z } from "zod";
import { CHAT_INPUT_MAX, SESSION_TITLE_MAX } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/http/paging";
import { identifier, line, prose } from "@/lib/text/line";
import type { DocumentConfigDto } from "./dto";
import { DOCUMENT_SORTS, DOCUMENTS_MAX, FOLDER_NAME_MAX, QUOTE_MAX, TEMPLATE_MAX } from "./limits";

/** Kept apart so that the browser has them without the schemas. */
export * from "./limits";

/** Unicode code points, as people count (spec B4). */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const short = (max: number, empty: string) =>
  line(2 * max)
    .min(1, empty)
    .refine((text) => characters(text) <= max, "tooLong");

/** List of own documents. `folderId=none`: those in no folder. */
export const documentQuery = pageQuery.extend({
  folderId: z.union([z.uuid(), z.literal("none")]).optional(),
  status: z.enum(["ready", "running", "failed"]).optional(),
  sort: z.enum(DOCUMENT_SORTS).default("lastRead"),
  direction: z.enum(["asc", "desc"]).optional(),
  trash: z.stringbool().optional(),
});
export type DocumentQuery = z.infer<typeof documentQuery>;

export const documentPatch = z
  .strictObject({
    /** Without its extension changed: the type stays what the content says. */
    name: short(200, "required").optional(),
    /** Null: out of its folder. */
    folderId: z.uuid().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type DocumentPatch = z.infer<typeof documentPatch>;

export const folderInput = z.strictObject({ name: short(FOLDER_NAME_MAX, "required") });

const documentIds = z
  .array(z.uuid())
  .min(1, "documentRequired")
  .max(DOCUMENTS_MAX, "documentsLimit")
  .refine((ids) => new Set(ids).size === ids.length, "invalid");

const chatTitle = short(SESSION_TITLE_MAX, "sessionNameEmpty");
export const newDocumentChat = z.strictObject({ documentIds, title: chatTitle.optional() });
export const documentChatPatch = z
  .strictObject({ title: chatTitle.optional(), documentIds: documentIds.optional() })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type DocumentChatPatch = z.infer<typeof documentChatPatch>;

/** Conversations, the last used first; `documentId`: those about one document. */
export const documentChatQuery = pageQuery.extend({ documentId: z.uuid().optional() });
export type DocumentChatQuery = z.infer<typeof documentChatQuery>;

const questionText = prose(2 * CHAT_INPUT_MAX.other)
  .refine((text) => text.trim() !== "", "questionRequired")
  .refine((text) => characters(text) <= CHAT_INPUT_MAX.other, "chatInputTooLong");

const offset = z.number().int().min(0).max(100_000_000);

/** Words marked in the reader. The server takes the words from the document, not from here. */
export const quote = z
  .strictObject({ versionId: z.uuid(), from: offset, to: offset })
  .refine(({ from, to }) => to > from && to - from <= QUOTE_MAX, "tooLong");

const modelId = identifier(200).min(1);
const idempotencyKey = identifier(100).min(1);
/** Header `Idempotency-Key`. */
export const idempotencyHeader = idempotencyKey;

export const documentQuestion = z
  .strictObject({
    /** May be empty with an action: its words are made in the asker's language. */
    text: prose(2 * CHAT_INPUT_MAX.other).refine(
      (text) => characters(text) <= CHAT_INPUT_MAX.other,
      "chatInputTooLong",
    ),
    quote: quote.optional(),
    /** What a selection's menu asks for (spec D10); needs a quote. */
    action: z.enum(["explain", "translate"]).optional(),
    modelId: modelId.optional(),
    parentId: z.uuid().optional(),
    /** Makes a repeated post harmless (spec 10). */
    messageId: idempotencyKey.optional(),
  })
  .refine(({ text, action }) => action !== undefined || text.trim() !== "", {
    path: ["text"],
    message: "questionRequired",
  })
  .refine(({ action, quote }) => action === undefined || quote !== undefined, { path: ["quote"], message: "required" });
export type DocumentQuestion = z.infer<typeof documentQuestion>;

export const documentReAnswer = z.strictObject({
  modelId: modelId.optional(),
  messageId: idempotencyKey.optional(),
});
export type DocumentReAnswer = z.infer<typeof documentReAnswer>;

/** spec 3. */
export const documentConfig = z.strictObject({
  modelId: z.uuid().nullable(),
  memoryCount: z.number().int().min(0).max(20),
  questionTemplate: prose(TEMPLATE_MAX).refine((text) => text.includes("{{question}}"), "questionPlaceholder"),
  fileSelect: z.strictObject({
    enabled: z.boolean(),
    template: prose(TEMPLATE_MAX)
      .refine((text) => text.includes("{{question}}"), "questionPlaceholder")
      .refine((text) => text.includes("{{files}}"), "filesPlaceholder"),
  }),
  keepGenerating: z.strictObject({ enabled: z.boolean(), maxCount: z.number().int().min(1).max(5) }),
}) satisfies z.ZodType<DocumentConfigDto>;

export const configPatch = documentConfig.extend(revised);
export type ConfigPatch = z.infer<typeof configPatch>;

export const DEFAULT_CONFIG: DocumentConfigDto = {
  modelId: null,
  memoryCount: 5,
  questionTemplate: "{{passages}}\n\n{{question}}",
  fileSelect: {
    enabled: false,
    template:
      "Which of these documents are needed to answer the question? Answer with their numbers only, separated by commas.\n\n{{files}}\n\nQuestion: {{question}}",
  },
  keepGenerating: { enabled: true, maxCount: 3 },
};

export const newColumn = z.strictObject({ question: questionText, modelId: modelId.optional() });
export type NewColumn = z.infer<typeof newColumn>;

/** A cell to answer again; without a document: all failed and cancelled ones of the column. */
export const cellTarget = z.strictObject({ columnId: z.uuid(), documentId: z.uuid().optional() });

/** Without a column: all open cells of the table. */
export const cellCancel = z.strictObject({ columnId: z.uuid().optional() });

export const tableExportQuery = z.object({ format: z.enum(["xlsx", "csv"]).default("xlsx") });
export const chatExportQuery = z.object({ format: z.enum(["md", "docx"]).default("docx") });
