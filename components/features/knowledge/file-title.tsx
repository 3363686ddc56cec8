import { FileIcon } from "@/components/common/file-icon";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";

/** A file of a base as the top bar of its screens names it. */
export function FileTitle({ file: { format, name } }: { file: Pick<KnowledgeFileDto, "format" | "name"> }) {
  return (
    <span className="flex items-center gap-2">
      <FileIcon format={format} />
      <span className="truncate">{name}</span>
    </span>
  );
}
