import { z } from "zod";

const formats = z.enum(["md", "docx"]);

export const answerExportQuery = z.object({ format: formats.default("md") });
export const conversationExportQuery = z.object({ format: formats.default("docx") });
