import { Globe } from "lucide-react";
import { Tile } from "@/components/ui/tile";
import type { SourceDto } from "@/lib/features/search/sources/dto";

/** The picture of a source, or the first letter of its name once it has one. */
export function SourceMark({
  id,
  name,
  iconFileId,
  size = 32,
}: Pick<SourceDto, "id" | "name" | "iconFileId"> & { size?: number }) {
  if (!iconFileId) return <Tile id={id} name={name} icon={name.trim() ? undefined : Globe} size={size} />;
  return (
    // biome-ignore lint/performance/noImgElement: a small picture of our own
    <img
      alt=""
      src={`/api/files/${iconFileId}`}
      width={size}
      height={size}
      className="shrink-0 rounded-md border object-contain"
      style={{ width: size, height: size }}
    />
  );
}
