import { z } from "zod";
import { grants } from "@/lib/auth/grant-schema";
import { APP_KINDS, TALKING_KINDS } from "@/lib/config/app-kinds";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { VISIBILITIES } from "@/lib/config/visibility";
import { questionPlace, questionWords, shortLine } from "@/lib/conversation/schema";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { keptText, keyword, line, lines, prose, verbatim } from "@/lib/text/line";
import {
  APP_BASES_MAX,
  APP_DESCRIPTION_MAX,
  APP_FILE_MAX,
  APP_FOLDER_NAME_MAX,
  APP_ICONS,
  APP_NAME_MAX,
  APP_SORTS,
  CATEGORIES_MAX,
  CATEGORY_NAME_MAX,
  FEEDBACK_MAX,
  INSTRUCTIONS_MAX,
  REQUEST_NOTE_MAX,
  VERSION_NOTE_MAX,
  WISH_MAX,
} from "./limits";
import { runBasis } from "./runs-schema";
import { BUILT_KINDS } from "./settings";
import { appInputs } from "./variables";
import { nodeId } from "./workflow/graph";

/** Apps of the square, the lab or the workbench; `part` is the workbench's. */
export const appQuery = pageQuery.extend({
  place: z.enum(["square", "lab", "workbench"]).default("workbench"),
  part: z.enum(["all", "mine", "shared", "trash"]).default("all"),
  kind: z.enum(APP_KINDS).optional(),
  categoryId: z.uuid().optional(),
  folderId: z.uuid().optional(),
  favourites: z.stringbool().optional(),
  sort: z.enum(APP_SORTS).default("updated"),
});
export type AppQuery = z.infer<typeof appQuery>;

const fields = {
  name: shortLine(APP_NAME_MAX, "required"),
  description: lines(APP_DESCRIPTION_MAX),
  icon: z.enum(APP_ICONS),
  visibility: z.enum(VISIBILITIES),
  /** Whom it is shown to where it is partial, and who else may change it. */
  grants,
  categoryId: z.uuid().nullable(),
};
const { name, ...optional } = fields;

/** A new app; what is not said is for its owner alone. `folderId`: a folder of the workbench. */
export const newApp = z.strictObject({
  name,
  kind: z.enum(BUILT_KINDS),
  ...z.object(optional).partial().shape,
  folderId: z.uuid().nullable().optional(),
  /** Key of the template it begins as. */
  template: line(40).optional(),
});
export type NewApp = z.infer<typeof newApp>;

export const appPatch = z.strictObject({ ...z.object(fields).partial().shape, ...revised });
export type AppPatch = z.infer<typeof appPatch>;

/** What people fill in for an app. */
export const appForm = z.object({
  name,
  description: fields.description,
  icon: fields.icon,
  kind: z.enum(BUILT_KINDS),
});
export type AppForm = z.infer<typeof appForm>;

/** Settings of the app's kind, whatever the kind; `revision`: of the draft they were made from, else the last write wins. */
export const appDraft = z.looseObject({ revision: z.int().min(0).optional() });
export type AppDraft = z.infer<typeof appDraft>;

export const publishing = z.strictObject({
  note: line(VERSION_NOTE_MAX).optional(),
  /** It stands in the lab and not in the square. */
  trial: z.boolean().optional(),
  /** Of the draft that was looked at. */
  revision: z.int().min(0).optional(),
});
export type Publishing = z.infer<typeof publishing>;

export const versionParams = z.object({ id: z.uuid(), version: z.coerce.number().int().min(1).max(1_000_000) });

/** Another version than the published one. */
const triedVersion = z.union([z.literal("draft"), z.int().min(1)]);

/** A question to an app, or its form; `version`: whoever may change it may try another than the published one. */
export const appRun = z.strictObject({
  inputs: appInputs.optional(),
  text: questionWords(CHAT_INPUT_MAX.other).optional(),
  sessionId: z.uuid().optional(),
  fileIds: z.array(z.uuid()).max(50).optional(),
  version: triedVersion.optional(),
  parentId: questionPlace.parentId,
  messageId: questionPlace.messageId,
  modelId: questionPlace.modelId,
  /** Of a workflow: on from an earlier run. */
  basis: runBasis.optional(),
});
export type AppRun = z.infer<typeof appRun>;

/** The next question of a conversation with an app. */
export const appQuestion = appRun
  .omit({ sessionId: true, version: true, basis: true })
  .extend({ text: questionWords(CHAT_INPUT_MAX.other) });
export type AppQuestion = z.infer<typeof appQuestion>;

/** `version`: whoever may change the app tries this one; nothing of it is kept. */
export const newAppChat = z.strictObject({ inputs: appInputs.optional(), version: triedVersion.optional() });
export type NewAppChat = z.infer<typeof newAppChat>;

const someIds = (most: number) =>
  keptText
    .max(most * 40, "tooMany")
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.uuid()).max(most, "tooMany"));

/** Apps whose names are asked for. */
/** Bases of one app whose users are looked at: those of a workflow stand in many nodes. */
const BASES_LOOKED_AT = 20;

export const namesQuery = z.object({ ids: someIds(50) });

/** Note of the version a draft is kept as before another one takes its place. */
export const versionRestore = z.strictObject({ note: line(VERSION_NOTE_MAX).default("") });

/** Bases that a word finds, or those of some ids, beside the tools. */
export const partsQuery = z.object({
  keyword: keyword(100),
  ids: someIds(APP_BASES_MAX).optional(),
  appId: z.uuid().optional(),
});
export type PartsQuery = z.infer<typeof partsQuery>;

/** What an app is to a person. */
export const appMark = z
  .strictObject({
    favourite: z.boolean(),
    folderId: z.uuid().nullable(),
    /** A version to stay with; null: whichever is published. */
    version: z.int().positive().max(1_000_000).nullable(),
  })
  .partial()
  .refine((mark) => Object.keys(mark).length > 0, "nothingToChange");
export type AppMark = z.infer<typeof appMark>;

export const appCopy = z.strictObject({ name });
export const appTransfer = z.strictObject({ userId: z.uuid() });
export const ownerQuery = z.object({ keyword: keyword(100) });

export const appRequest = z.strictObject({ note: prose(REQUEST_NOTE_MAX).default("") });
export const requestDecision = z.strictObject({ granted: z.boolean() });
export const requestParams = z.object({ id: z.uuid(), requestId: z.uuid() });
export const feedback = z.strictObject({ text: prose(FEEDBACK_MAX).refine((text) => text.trim() !== "", "required") });

const categoryName = shortLine(CATEGORY_NAME_MAX, "required");
export const category = z.strictObject({ nameZh: categoryName, nameEn: categoryName });
export type CategoryInput = z.infer<typeof category>;
export const categoryOrder = z.strictObject({
  ids: z
    .array(z.uuid())
    .max(CATEGORIES_MAX)
    .refine((ids) => new Set(ids).size === ids.length, "invalid"),
});

export const appBaseParams = z.object({ id: z.uuid(), baseId: z.uuid() });
export type AppBase = z.infer<typeof appBaseParams>;
export const appBasesQuery = z.object({ ids: someIds(BASES_LOOKED_AT) });

export const appFolder = z.strictObject({ name: shortLine(APP_FOLDER_NAME_MAX, "required") });

/** Days an analysis looks back, today counted. */
export const ANALYSIS_DAYS = [7, 30, 90] as const;
export const analysisQuery = z.object({
  days: z.coerce
    .number()
    .refine((days) => (ANALYSIS_DAYS as readonly number[]).includes(days), "invalid")
    .default(30),
});
export type AnalysisQuery = z.infer<typeof analysisQuery>;

/** What a model drafts instructions from. */
export const instructionsWish = z.strictObject({
  kind: z.enum(TALKING_KINDS),
  wish: prose(WISH_MAX).default(""),
  current: prose(INSTRUCTIONS_MAX).default(""),
});
export type InstructionsWish = z.infer<typeof instructionsWish>;

/** An app as a file: YAML or JSON. */
export const appFile = z.strictObject({
  content: verbatim(APP_FILE_MAX),
  /** It is only looked at, and nothing made. */
  check: z.boolean().optional(),
});
export const copyForm = z.object({ name });
export const transferForm = z.object({ userId: z.uuid("required") });
export const requestForm = z.object({ note: keptText });

/** What an open editor says of itself: the node of a workflow whose settings are open. */
export const editorBeat = z.strictObject({ nodeId: nodeId.nullish() });
export type EditorBeat = z.infer<typeof editorBeat>;
