import { z } from "zod";
import { PROMPT_STATUS, PROMPT_TYPES, PROMPT_VISIBILITY, VARIABLE_KINDS } from "@/lib/prompts/kinds";

export const categoryDto = z.strictObject({
  id: z.uuid(),
  /** Of the ones that ship. */
  key: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** Prompts in it, whoever's. */
  prompts: z.int().optional(),
  /** Of its names; where they are edited. */
  revision: z.string().optional(),
});
export type CategoryDto = z.infer<typeof categoryDto>;

/** A card of the square, a line of the console. Texts are those the reader may see: released, or their own newest. */
export const promptDto = z.strictObject({
  id: z.uuid(),
  type: z.enum(PROMPT_TYPES),
  name: z.string(),
  description: z.string(),
  roleName: z.string(),
  categoryId: z.uuid().nullable(),
  visibility: z.enum(PROMPT_VISIBILITY),
  status: z.enum(PROMPT_STATUS),
  /** Ships with the product. */
  isShipped: z.boolean(),
  /** Made for everybody, by nobody in particular. */
  isOrganisation: z.boolean(),
  isOwn: z.boolean(),
  isFavourite: z.boolean(),
  isEnabled: z.boolean(),
  usageCount: z.int(),
  creator: z.string().nullable(),
  /** Of the text shown. */
  version: z.int(),
  /** What everybody sees; null while nobody else does. */
  releasedVersion: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PromptDto = z.infer<typeof promptDto>;

/** A declared placeholder of a prompt. */
const promptVariable = z.strictObject({
  /** As it stands between the braces. */
  name: z.string(),
  /** What the form calls it; the name when empty. */
  label: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  required: z.boolean(),
  /** Of a choice. */
  options: z.array(z.string()),
});

export const promptDetailDto = promptDto.extend({
  content: z.string(),
  variables: z.array(promptVariable),
  /** The prompt it was copied from, where the reader may see it. */
  forkOf: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Why it was refused; for its owner and reviewers. */
  reviewNote: z.string(),
  department: z.string().nullable(),
  /** Of the newest text; the owner and the console only. */
  newestVersion: z.int(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type PromptDetail = z.infer<typeof promptDetailDto>;

export const promptVersionDto = z.strictObject({
  version: z.int(),
  name: z.string(),
  note: z.string(),
  author: z.string().nullable(),
  isReleased: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type PromptVersionDto = z.infer<typeof promptVersionDto>;

export const promptVersionDetailDto = promptVersionDto.extend({
  description: z.string(),
  content: z.string(),
  roleName: z.string(),
  variables: z.array(promptVariable),
});
export type PromptVersionDetail = z.infer<typeof promptVersionDetailDto>;

/** What using a prompt gives: the filled text, or the role to switch on. */
export const promptUseDto = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ role: z.strictObject({ promptId: z.uuid(), name: z.string(), content: z.string() }) }),
]);
export type PromptUseDto = z.infer<typeof promptUseDto>;
