import { z } from "zod";
import { VISIBILITIES } from "@/lib/config/visibility";
import { keptText, keyword } from "@/lib/text/line";

/** People, roles and departments one thing is shown to. */
export const GRANTS_MAX = 200;

const fields = {
  subjectType: z.enum(["user", "role", "department"]),
  subjectId: z.uuid(),
  right: z.enum(["view", "manage"]),
};
const grant = z.strictObject(fields);

/** A subject is named once. */
export const grants = z
  .array(grant)
  .max(GRANTS_MAX, "tooMany")
  .refine((list) => new Set(list.map(({ subjectType, subjectId }) => subjectType + subjectId)).size === list.length, {
    message: "invalid",
  });
export type Grants = z.infer<typeof grants>;

/** Whom a thing is shown to, as people fill it in: a grant is shown by the name it was picked by. */
export const sharingForm = z.object({
  visibility: z.enum(VISIBILITIES),
  grants: z.array(grant.extend({ name: keptText, detail: keptText })).max(GRANTS_MAX, "tooMany"),
});
export type SharingForm = z.infer<typeof sharingForm>;

export const grantDto = z.strictObject({
  ...fields,
  name: keptText,
  /** What tells two of one name apart. */
  detail: keptText,
});
export type GrantDto = z.infer<typeof grantDto>;

/** People, roles and departments a word finds, or the one of an id. */
export const subjectQuery = z.object({
  type: fields.subjectType,
  keyword: keyword(100),
  id: fields.subjectId.optional(),
});
export type SubjectQuery = z.infer<typeof subjectQuery>;

/** Grants as a call takes them. */
export const grantsOf = (list: readonly GrantDto[]): Grants =>
  list.map(({ subjectType, subjectId, right }) => ({ subjectType, subjectId, right }));

/** Grants for a revision: whatever order they were read in. */
export const grantsAsWords = (list: readonly GrantDto[]) =>
  list.map(({ subjectType, subjectId, right }) => `${subjectType} ${subjectId} ${right}`).sort();
