import { FileCode2, FileSpreadsheet, FileText, Image, Presentation } from "lucide-react";
import type { DocumentFormat } from "@/db/schema/documents";

const ICONS = {
  pdf: FileText,
  docx: FileText,
  pptx: Presentation,
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  html: FileCode2,
  md: FileText,
  txt: FileText,
  image: Image,
} as const;

export function FileIcon({ format }: { format: DocumentFormat }) {
  const Icon = ICONS[format];
  return <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-fg-3" />;
}
