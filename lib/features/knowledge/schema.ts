import { z } from "zod";
import { BASE_TYPES, VISIBILITIES } from "@/lib/config/knowledge-kinds";
import { shortLine } from "@/lib/conversation/schema";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { keyword, lines } from "@/lib/text/line";
import { BASE_DESCRIPTION_MAX, BASE_ICONS, BASE_NAME_MAX, BASE_SORTS, GRANTS_MAX } from "./limits";

/** List of bases; `right=manage`: those one may change, `trash`: own deleted ones. */
export const baseQuery = pageQuery.extend({
  mine: z.stringbool().optional(),
  type: z.enum(BASE_TYPES).optional(),
  right: z.enum(["view", "manage"]).default("view"),
  sort: z.enum(BASE_SORTS).default("updated"),
  trash: z.stringbool().optional(),
});
export type BaseQuery = z.infer<typeof baseQuery>;

const grant = z.strictObject({
  subjectType: z.enum(["user", "role", "department"]),
  subjectId: z.uuid(),
  right: z.enum(["view", "manage"]),
});
/** A subject is named once. */
const grants = z
  .array(grant)
  .max(GRANTS_MAX, "tooMany")
  .refine((list) => new Set(list.map(({ subjectType, subjectId }) => subjectType + subjectId)).size === list.length, {
    message: "invalid",
  });

const fields = {
  name: shortLine(BASE_NAME_MAX, "required"),
  description: lines(BASE_DESCRIPTION_MAX),
  icon: z.enum(BASE_ICONS),
  visibility: z.enum(VISIBILITIES),
  /** Whom it is shown to where it is partial, and who else may change it. */
  grants,
  embeddingModelId: z.uuid().nullable(),
};
const { name, ...optional } = fields;

/** A new base; what is not said is for its owner alone. */
export const newBase = z.strictObject({
  name,
  ...z.object(optional).partial().shape,
  type: z.enum(BASE_TYPES).optional(),
});
export type NewBase = z.infer<typeof newBase>;

export const basePatch = z.strictObject({ ...z.object(fields).partial().shape, ...revised });
export type BasePatch = z.infer<typeof basePatch>;

/** Bases at hand, in their order. */
export const shortcutList = z.strictObject({
  ids: z
    .array(z.uuid())
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, "invalid"),
});
export const subjectQuery = z.object({ type: z.enum(["user", "role", "department"]), keyword: keyword(100) });
export type SubjectQuery = z.infer<typeof subjectQuery>;
