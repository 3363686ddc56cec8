import { FileCode, FileImage, FileSpreadsheet, FileText, FileType, type LucideIcon, Presentation } from "lucide-react";
import type { DocumentFormat } from "@/db/schema/parsing";

/** Identity, not state (design 5): a hue for each kind of file. */
const KINDS: Record<DocumentFormat, readonly [LucideIcon, number]> = {
  pdf: [FileType, 25],
  docx: [FileText, 255],
  pptx: [Presentation, 50],
  xlsx: [FileSpreadsheet, 155],
  csv: [FileSpreadsheet, 155],
  html: [FileCode, 205],
  md: [FileText, 305],
  txt: [FileText, 250],
  image: [FileImage, 340],
};

/** A file's kind at a glance; its name stands beside it (design 1.6). */
export function FileIcon({ format, size = 18 }: { format: DocumentFormat; size?: number }) {
  const [Icon, hue] = KINDS[format];
  return (
    <Icon
      aria-hidden
      size={size}
      strokeWidth={1.75}
      className="shrink-0"
      style={{ color: `oklch(var(--tile-fg) ${hue})` }}
    />
  );
}
