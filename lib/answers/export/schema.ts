import { z } from "zod";

export const answerExportQuery = z.object({ format: z.enum(["md", "docx"]).default("md") });
