import { z } from "zod";
import { BASE_TYPES, VISIBILITIES } from "@/lib/config/knowledge-kinds";
import { BASE_ICONS } from "./limits";

export const baseDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  icon: z.enum(BASE_ICONS),
  type: z.enum(BASE_TYPES),
  visibility: z.enum(VISIBILITIES),
  owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  isOwn: z.boolean(),
  mayManage: z.boolean(),
  /** Among the bases the person keeps at hand. */
  isShortcut: z.boolean(),
  embeddingModelId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  /** Of the base or of a file in it. */
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type BaseDto = z.infer<typeof baseDto>;

export const grantDto = z.strictObject({
  subjectType: z.enum(["user", "role", "department"]),
  subjectId: z.uuid(),
  right: z.enum(["view", "manage"]),
  name: z.string(),
  /** What tells two of one name apart. */
  detail: z.string(),
});
export type GrantDto = z.infer<typeof grantDto>;

/** One base as whoever may change it edits it. */
export const baseDetailDto = baseDto.extend({ grants: z.array(grantDto), revision: z.string() });
export type BaseDetailDto = z.infer<typeof baseDetailDto>;

export const grantSubjectDto = z.strictObject({ id: z.uuid(), name: z.string(), detail: z.string() });
