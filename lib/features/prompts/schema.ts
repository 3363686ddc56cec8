import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { PROMPT_STATUS, PROMPT_TYPES, PROMPT_VISIBILITY, VARIABLE_KINDS } from "@/lib/prompts/kinds";
import { identifier, keyword, line, prose } from "@/lib/text/line";
import { namedValues } from "@/lib/text/named-values";
import {
  ADMIN_SORTS,
  CATEGORY_NAME_MAX,
  OPTION_MAX,
  OPTIONS_MAX,
  PROMPT_CONTENT_MAX,
  PROMPT_DESCRIPTION_MAX,
  PROMPT_NAME_MAX,
  PROMPT_NOTE_MAX,
  SQUARE_PAGE,
  SQUARE_SORTS,
  SQUARE_TABS,
  VALUE_MAX,
  VARIABLE_NAME_MAX,
  VARIABLES_MAX,
} from "./limits";
import { placeholders } from "./template";

/** Line ends are counted once, however they were typed. */
const text = (max: number) =>
  prose(2 * max)
    .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
    .max(max, "tooLong");
const page = { page: z.coerce.number().int().min(1).max(100_000).default(1) };

const variable = z
  .strictObject({
    name: line(VARIABLE_NAME_MAX).min(1, "required"),
    label: line(PROMPT_NAME_MAX),
    kind: z.enum(VARIABLE_KINDS),
    required: z.boolean(),
    options: z.array(line(OPTION_MAX).min(1, "required")).max(OPTIONS_MAX, "tooMany"),
  })
  .refine(({ kind, options }) => kind !== "choice" || new Set(options).size > 1, {
    path: ["options"],
    message: "twoOptions",
  });

const texts = {
  name: line(PROMPT_NAME_MAX).min(1, "required"),
  description: text(PROMPT_DESCRIPTION_MAX),
  content: text(PROMPT_CONTENT_MAX).refine((value) => value !== "", "required"),
  roleName: line(PROMPT_NAME_MAX),
  variables: z.array(variable).max(VARIABLES_MAX, "tooMany"),
  categoryId: z.uuid().nullable(),
};

type Texts = { type?: string; content: string };
/** A role has no form to fill: nothing could take the place of its placeholders. */
function checkContent({ type, content }: Texts, context: z.RefinementCtx): void {
  const count = placeholders(content).length;
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["content"], message });
  if (type === "role" && count > 0) refuse("rolePlaceholders");
  if (count > VARIABLES_MAX) refuse("tooManyPlaceholders");
}

/** spec 3: prompt; also the form. */
export const newPrompt = z.strictObject({ type: z.enum(PROMPT_TYPES), ...texts }).superRefine(checkContent);
export type NewPrompt = z.output<typeof newPrompt>;

/** The version that was read, for callers who know no revision. */
const version = z.number().int().min(1).optional();

/** A new version. Somebody else's change in between is not lost unseen. */
export const promptEdit = z
  .strictObject({ ...texts, note: line(PROMPT_NOTE_MAX).default(""), version, ...revised })
  .superRefine(checkContent);
export type PromptEdit = z.output<typeof promptEdit>;

/** The form behind both. */
export const promptForm = z
  .strictObject({ type: z.enum(PROMPT_TYPES), ...texts, categoryId: identifier(200), note: line(PROMPT_NOTE_MAX) })
  .superRefine(checkContent);

export const squareQuery = z.strictObject({
  ...page,
  pageSize: z.coerce.number().int().min(1).max(100).default(SQUARE_PAGE),
  keyword: keyword(120),
  tab: z.enum(SQUARE_TABS).default("prompts"),
  categoryId: z.uuid().optional(),
  sort: z.enum(SQUARE_SORTS).default("popular"),
});
export type SquareQuery = z.output<typeof squareQuery>;

const adminFilter = {
  keyword: keyword(120),
  type: z.enum(PROMPT_TYPES).optional(),
  status: z.enum(PROMPT_STATUS).optional(),
  visibility: z.enum(PROMPT_VISIBILITY).optional(),
  categoryId: z.uuid().optional(),
  origin: z.enum(["organisation", "people"]).optional(),
  sort: z.enum(ADMIN_SORTS).default("createdAt"),
  descending: z.stringbool().default(true),
};
export const adminQuery = z.strictObject({
  ...page,
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  ...adminFilter,
});
export type AdminQuery = z.output<typeof adminQuery>;
export const adminExport = z.strictObject({ ...adminFilter, format: z.enum(["xlsx", "csv"]).default("xlsx") });
export type AdminExport = z.output<typeof adminExport>;

/** Answers of the form over a prompt's placeholders. */
export const promptUse = z.strictObject({
  values: namedValues(VARIABLE_NAME_MAX, prose(VALUE_MAX.paragraph))
    .refine((values) => Object.keys(values).length <= VARIABLES_MAX, "tooMany")
    .default({}),
});
export const promptShare = z.strictObject({ visibility: z.enum(["department", "all"]) });
export const versionChoice = z.strictObject({ version: z.number().int().min(1).max(1_000_000) });

/** `version` is the text the reviewer read. A refusal says why. */
export const promptReview = z
  .strictObject({
    approve: z.boolean(),
    note: text(PROMPT_DESCRIPTION_MAX).default(""),
    version: z.number().int().min(1),
  })
  .refine(({ approve, note }) => approve || note !== "", { path: ["note"], message: "required" });
export type PromptReview = z.output<typeof promptReview>;

/** An administrator's prompt for everybody. */
export const adminEdit = z
  .strictObject({
    ...texts,
    note: line(PROMPT_NOTE_MAX).default(""),
    version,
    ...revised,
    /** Everybody sees the new version at once; else the one before stays until this one is released. */
    release: z.boolean().default(true),
  })
  .superRefine(checkContent);
export type AdminEdit = z.output<typeof adminEdit>;
export const promptState = z.strictObject({ enabled: z.boolean() });

export const categoryInput = z.strictObject({
  nameZh: line(CATEGORY_NAME_MAX).min(1, "required"),
  nameEn: line(CATEGORY_NAME_MAX).min(1, "required"),
});
export type CategoryInput = z.output<typeof categoryInput>;
export const categoryPatch = categoryInput.extend(revised);
export type CategoryPatch = z.output<typeof categoryPatch>;
export const categoryOrder = z.strictObject({ ids: z.array(z.uuid()).max(200) });

export const versionParams = z.object({ id: z.uuid(), version: z.coerce.number().int().min(1).max(1_000_000) });
export const useKey = identifier(100).min(1);
