import { z } from "zod";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import {
  comparedModels,
  conversationTitle,
  modelId,
  questionPlace,
  questionText,
  questionWords,
  shortLine,
} from "@/lib/conversation/schema";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { prose } from "@/lib/text/line";
import type { DocumentConfigDto } from "./dto";
import { DOCUMENT_SORTS, DOCUMENTS_MAX, FOLDER_NAME_MAX, QUOTE_MAX, TEMPLATE_MAX } from "./limits";

/** Kept apart so that the browser has them without the schemas. */
export * from "./limits";

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
    name: shortLine(200, "required").optional(),
    /** Null: out of its folder. */
    folderId: z.uuid().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, "nothingToChange");
export type DocumentPatch = z.infer<typeof documentPatch>;

export const folderInput = z.strictObject({ name: shortLine(FOLDER_NAME_MAX, "required") });

const documentIds = z
  .array(z.uuid())
  .min(1, "documentRequired")
  .max(DOCUMENTS_MAX, "documentsLimit")
  .refine((ids) => new Set(ids).size === ids.length, "invalid");

export const newDocumentChat = z.strictObject({ documentIds, title: conversationTitle.optional() });
export const documentChatPatch = z.strictObject({ documentIds });

const offset = z.number().int().min(0).max(100_000_000);

/** Words marked in the reader. The server takes the words from the document, not from here. */
export const quote = z
  .strictObject({ versionId: z.uuid(), from: offset, to: offset })
  .refine(({ from, to }) => to > from && to - from <= QUOTE_MAX, "tooLong");

export const documentQuestion = z
  .strictObject({
    ...questionPlace,
    /** May be empty with an action: its words are made in the asker's language. */
    text: questionWords(CHAT_INPUT_MAX.other),
    quote: quote.optional(),
    /** What a selection's menu asks for (spec D10); needs a quote. */
    action: z.enum(["explain", "translate"]).optional(),
  })
  .refine(({ text, action }) => action !== undefined || text.trim() !== "", {
    path: ["text"],
    message: "questionRequired",
  })
  .refine(({ action, quote }) => action === undefined || quote !== undefined, { path: ["quote"], message: "required" });
export type DocumentQuestion = z.infer<typeof documentQuestion>;

/** One question to several models (spec B5). */
export const documentComparison = z.strictObject({
  parentId: questionPlace.parentId,
  messageId: questionPlace.messageId,
  text: questionText(CHAT_INPUT_MAX.other),
  quote: quote.optional(),
  modelIds: comparedModels,
});
export type DocumentComparison = z.infer<typeof documentComparison>;

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
  annotations: z.boolean(),
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
  annotations: true,
  keepGenerating: { enabled: true, maxCount: 3 },
};

export const newColumn = z.strictObject({ question: questionText(CHAT_INPUT_MAX.other), modelId: modelId.optional() });
export type NewColumn = z.infer<typeof newColumn>;

/** A cell to answer again; without a document: all failed and cancelled ones of the column. */
export const cellTarget = z.strictObject({ columnId: z.uuid(), documentId: z.uuid().optional() });

/** Without a column: all open cells of the table. */
export const cellCancel = z.strictObject({ columnId: z.uuid().optional() });

export const tableExportQuery = z.object({ format: z.enum(["xlsx", "csv"]).default("xlsx") });
