import type { MessagePart } from "@/lib/stream/parts";
import type { Collectable } from "./limits";

export interface CollectedDto {
  id: string;
  kind: Collectable;
  refId: string;
  folderId: string | null;
  title: string;
  excerpt: string;
  note: string;
  /** Where it came from, while that is there. */
  href: string | null;
  createdAt: string;
}

/** With the copy that was kept. */
export interface CollectedDetailDto extends CollectedDto {
  text: string;
  parts: MessagePart[];
}

export interface CollectionFolderDto {
  id: string;
  name: string;
  items: number;
}

export interface CollectionFolderListDto {
  items: CollectionFolderDto[];
  all: number;
}

export interface CollectedStateDto {
  items: { id: string; refId: string; hasNote: boolean }[];
}
