import type { PromptStatus, PromptType, PromptVariable, PromptVisibility } from "@/lib/prompts/kinds";

export interface CategoryDto {
  id: string;
  /** Of the ones that ship. */
  key: string | null;
  nameZh: string;
  nameEn: string;
  /** Prompts in it, whoever's. */
  prompts?: number;
  /** Of its names; where they are edited. */
  revision?: string;
}

/** A card of the square, a line of the console. Texts are those the reader may see: released, or their own newest. */
export interface PromptDto {
  id: string;
  type: PromptType;
  name: string;
  description: string;
  roleName: string;
  categoryId: string | null;
  visibility: PromptVisibility;
  status: PromptStatus;
  /** Ships with the product. */
  isShipped: boolean;
  /** Made for everybody, by nobody in particular. */
  isOrganisation: boolean;
  isOwn: boolean;
  isFavourite: boolean;
  isEnabled: boolean;
  usageCount: number;
  creator: string | null;
  /** Of the text shown. */
  version: number;
  /** What everybody sees; null while nobody else does. */
  releasedVersion: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface PromptDetail extends PromptDto {
  content: string;
  variables: PromptVariable[];
  /** The prompt it was copied from, where the reader may see it. */
  forkOf: { id: string; name: string } | null;
  /** Why it was refused; for its owner and reviewers. */
  reviewNote: string;
  department: string | null;
  /** Of the newest text; the owner and the console only. */
  newestVersion: number;
  /** Of what people edit of it. */
  revision: string;
}

export interface PromptVersionDto {
  version: number;
  name: string;
  note: string;
  author: string | null;
  isReleased: boolean;
  createdAt: string;
}

export interface PromptVersionDetail extends PromptVersionDto {
  description: string;
  content: string;
  roleName: string;
  variables: PromptVariable[];
}

/** What using a prompt gives: the filled text, or the role to switch on. */
export type PromptUseDto = { text: string } | { role: { promptId: string; name: string; content: string } };
