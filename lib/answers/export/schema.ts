import { z } from "zod";

const formats = z.enum(["md", "docx"]);

export const answerExportQuery = z.object({ format: formats.default("md") });
export const conversationExportQuery = z.object({
  format: formats.default("docx"),
  /** The last answer alone, as a text that was written. */
  only: z.enum(["answer"]).optional(),
});
export const documentExportQuery = z.object({ format: formats.default("docx") });
