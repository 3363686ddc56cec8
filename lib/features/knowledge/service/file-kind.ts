import "server-only";
import type { DocumentFormat } from "@/db/schema/parsing";
import type { FileKind } from "@/lib/config/knowledge-kinds";

/** The kind of a file as people tell it, by how it is read. */
export const KIND_OF: Record<DocumentFormat, FileKind> = {
  pdf: "pdf",
  docx: "word",
  pptx: "slides",
  xlsx: "table",
  csv: "table",
  html: "page",
  md: "text",
  txt: "text",
  image: "image",
};
