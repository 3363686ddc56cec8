import { z } from "zod";
import { grants, sharingForm } from "@/lib/auth/grant-schema";
import { CHAT_INPUT_MAX, FILE_NAME_MAX } from "@/lib/config/constants";
import { BASE_TYPES, PAGE_REFRESH } from "@/lib/config/knowledge-kinds";
import { ownRetrieval, RETRIEVAL_MODES, retrievalSettings, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import { VISIBILITIES } from "@/lib/config/visibility";
import { questionText, shortLine } from "@/lib/conversation/schema";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { isPattern } from "@/lib/retrieval/separators";
import type { Segmentation } from "@/lib/retrieval/types";
import { keptText, keyword, line, lines, prose, verbatim, webAddress } from "@/lib/text/line";
import {
  BASE_DESCRIPTION_MAX,
  BASE_ICONS,
  BASE_NAME_MAX,
  BASE_SORTS,
  BASES_CHOSEN_MAX,
  BATCH_IDS_MAX,
  CUT_QUESTIONS_MAX,
  FILE_SORTS,
  FOLDER_DEPTH_MAX,
  FOLDER_LENGTH_MAX,
  PAGE_URL_MAX,
  PAGES_ADDED_MAX,
  PLACED_NAME,
  SAME_NAME,
  SEPARATOR_LENGTH_MAX,
  SEPARATORS_MAX,
  SLICE_CHARACTERS_MAX,
  SLICE_REASON_MAX,
  SLICE_TOKENS,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  UPLOAD_FILES_MAX,
} from "./limits";

/** List of bases; `right=manage`: those one may change, `trash`: own deleted ones. */
export const baseQuery = pageQuery.extend({
  mine: z.stringbool().optional(),
  type: z.enum(BASE_TYPES).optional(),
  right: z.enum(["view", "manage"]).default("view"),
  sort: z.enum(BASE_SORTS).default("updated"),
  trash: z.stringbool().optional(),
});
export type BaseQuery = z.infer<typeof baseQuery>;

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

/** What people fill in for a base; a grant is shown by the name it was picked by. */
export const baseForm = z.object({
  ...fields,
  type: z.enum(BASE_TYPES),
  /** Empty: the default. */
  embeddingModelId: keptText,
  grants: sharingForm.shape.grants,
});
export type BaseForm = z.infer<typeof baseForm>;

export const transferForm = z.object({ userId: z.uuid("required"), keep: z.boolean() });

export const baseCopy = z.strictObject({ name, withFiles: z.boolean() });
export type BaseCopy = z.infer<typeof baseCopy>;

/** To whom a base is given; `keep`: whoever gives it away goes on changing it. */
export const transfer = z.strictObject({ userId: z.uuid(), keep: z.boolean().default(false) });
export type Transfer = z.infer<typeof transfer>;

export const ownerQuery = z.object({ keyword: keyword(100) });

/** Whom a base reaches. */
export const reachQuery = pageQuery;
export type ReachQuery = z.infer<typeof reachQuery>;
/** Whom a base would be shown to. */
export const reachChange = z.strictObject({ visibility: fields.visibility, grants });
export type ReachChange = z.infer<typeof reachChange>;
export const reachPerson = z.object({ id: z.uuid(), userId: z.uuid() });

/** Bases at hand, in their order. */
export const shortcutList = z.strictObject({
  ids: z
    .array(z.uuid())
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, "invalid"),
});

const tokens = z.int().min(SLICE_TOKENS.min).max(SLICE_TOKENS.max);
/** How files are cut (spec 3); lengths in tokens. */
export const segmentationInput = z
  .strictObject({
    mode: z.enum(["single", "multi", "separator", "none"]),
    maxTokens: tokens.default(320),
    overlap: z
      .int()
      .min(0)
      .max(SLICE_TOKENS.max / 2)
      .default(40),
    childTokens: tokens.optional(),
    separators: z
      .array(
        z
          .strictObject({ text: verbatim(SEPARATOR_LENGTH_MAX).min(1, "required"), regex: z.boolean().optional() })
          .refine(({ text, regex }) => !regex || isPattern(text), { path: ["text"], message: "pattern" }),
      )
      .max(SEPARATORS_MAX, "tooMany")
      .optional(),
    rows: z.boolean().optional(),
  })
  .refine(({ overlap, maxTokens }) => overlap <= maxTokens / 2, { path: ["overlap"], message: "invalid" })
  .refine(({ childTokens, maxTokens }) => !childTokens || childTokens <= maxTokens, {
    path: ["childTokens"],
    message: "invalid",
  })
  .refine(({ mode, separators }) => mode !== "separator" || Boolean(separators?.length), {
    path: ["separators"],
    message: "required",
  }) satisfies z.ZodType<Segmentation>;

/** One setting, or two that are compared (spec F2). */
export const previewInput = z.strictObject({ segmentations: z.array(segmentationInput).min(1).max(2) });
export type PreviewInput = z.infer<typeof previewInput>;

/** Questions two settings are compared by (spec F2); `embed`: vectors that are not there yet are bought. */
export const cutQuestionsInput = previewInput.extend({
  questions: z.array(questionText(CHAT_INPUT_MAX.other)).min(1).max(CUT_QUESTIONS_MAX, "tooMany"),
  embed: z.boolean().default(false),
});
export type CutQuestionsInput = z.infer<typeof cutQuestionsInput>;

/** A folder of a base by its path, with or without slashes at the ends: "/" is the root. */
export const folderPath = line(FOLDER_LENGTH_MAX)
  .transform((path) =>
    path
      .split("/")
      .map((name) => name.trim())
      .filter((name) => name !== "" && name !== "." && name !== "..")
      .join("/"),
  )
  .refine((path) => path.split("/").length <= FOLDER_DEPTH_MAX, "tooMany");
const tagName = line(TAG_LENGTH_MAX).min(1, "required");
export const tags = z
  .array(tagName)
  .max(TAGS_MAX, "tooMany")
  .transform((names) => [...new Set(names)]);

/** `asDefault`: the base cuts by it from now on, and this file as the base does. */
export const resegmentInput = z.strictObject({ segmentation: segmentationInput, asDefault: z.boolean().optional() });

const sliceText = prose(SLICE_CHARACTERS_MAX).refine((text) => text.trim() !== "", "required");

export const sliceQuery = z.object({
  keyword: keyword(100),
  show: z.enum(["all", "hand", "disabled"]).default("all"),
});
export type SliceQuery = z.infer<typeof sliceQuery>;

/** What a person does to a slice (spec F3); `revision` is that of the slice as it was read. */
export const sliceChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("edit"), text: sliceText, ...revised }),
  /** `at`: where in the text, which may have been edited, the second slice begins. */
  z.strictObject({ kind: z.literal("split"), at: z.int().min(1), text: sliceText.optional(), ...revised }),
  z.strictObject({
    kind: z.literal("merge"),
    with: z.enum(["next", "previous"]),
    text: sliceText.optional(),
    ...revised,
  }),
  z.strictObject({ kind: z.literal("disable"), reason: lines(SLICE_REASON_MAX), ...revised }),
  z.strictObject({ kind: z.literal("enable"), ...revised }),
  z.strictObject({ kind: z.literal("move"), by: z.union([z.literal(1), z.literal(-1)]), ...revised }),
]);
export type SliceChange = z.infer<typeof sliceChange>;

/** A new slice of a stretch of the text. */
export const newSlice = z.strictObject({ from: z.int().min(0), to: z.int().min(1), text: sliceText.optional() });
export type NewSliceInput = z.infer<typeof newSlice>;

/** What becomes of a slice whose words were not found again. */
export const sliceDecision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("keep") }),
  z.strictObject({ kind: z.literal("place"), from: z.int().min(0), to: z.int().min(1) }),
  z.strictObject({ kind: z.literal("drop") }),
]);
export type SliceDecision = z.infer<typeof sliceDecision>;

const fileFilter = z.object({
  status: z.enum(["ready", "running", "failed"]).optional(),
  folder: folderPath.optional(),
  tag: tagName.optional(),
  uploaderId: z.uuid().optional(),
  /** Those whose days have ended or soon will. */
  review: z.stringbool().optional(),
});
/** List of a base's files; `trash`: deleted ones. */
export const knowledgeFileQuery = pageQuery.extend({
  ...fileFilter.shape,
  trash: z.stringbool().optional(),
  sort: z.enum(FILE_SORTS).default("created"),
  direction: z.enum(["asc", "desc"]).optional(),
});
export type KnowledgeFileQuery = z.infer<typeof knowledgeFileQuery>;

/** What goes along with an upload: how it is cut, where it lies, and whether it stands beside one of its name. */
export const uploadFields = z.object({
  segmentation: segmentationInput.optional(),
  folder: folderPath.optional(),
  sameName: z.enum(SAME_NAME).optional(),
});
/** Names of files before they are sent. */
export const uploadNames = z.strictObject({
  files: z
    .array(z.strictObject({ folder: folderPath, name: line(FILE_NAME_MAX) }))
    .min(1, "required")
    .max(UPLOAD_FILES_MAX, "tooMany"),
});
export type UploadNames = z.infer<typeof uploadNames>;

/** A version of a file; without one the newest. */
export const versionQuery = z.object({ versionId: z.uuid().optional() });
const place = { folder: folderPath, sameName: z.enum(PLACED_NAME).default("refuse") };
/** What is done with many files at once. */
export const fileAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("delete") }),
  z.strictObject({ kind: z.literal("restore") }),
  z.strictObject({ kind: z.literal("retry") }),
  /** Into a folder of the same base, or with `baseId` of another one. */
  z.strictObject({ kind: z.literal("move"), ...place, baseId: z.uuid().optional() }),
  /** Into another base. */
  z.strictObject({ kind: z.literal("copy"), ...place, baseId: z.uuid() }),
  /** Of web pages: read again now, or by the clock. */
  z.strictObject({ kind: z.literal("refresh") }),
  z.strictObject({ kind: z.literal("schedule"), refresh: z.enum(PAGE_REFRESH) }),
  /** Read anew by a model that sees (spec F10). */
  z.strictObject({ kind: z.literal("reread") }),
  /** Pictures that have no description by the base's model get one (spec F11). */
  z.strictObject({ kind: z.literal("describe") }),
  z.strictObject({ kind: z.literal("tag"), add: tags, remove: tags }),
  /** Cut anew; null: as the base says. */
  z.strictObject({ kind: z.literal("resegment"), segmentation: segmentationInput.nullable() }),
]);
export type FileAction = z.infer<typeof fileAction>;
const chosenFiles = {
  ids: z.array(z.uuid()).min(1, "required").max(BATCH_IDS_MAX, "tooMany").optional(),
  filter: fileFilter.extend({ keyword: keyword(200), review: z.boolean().optional() }).optional(),
};
const isOneOf = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined);
/** Many files of a base: these, or all a filter finds at this moment. */
export const fileChoice = z.strictObject(chosenFiles).refine(isOneOf, { path: ["ids"], message: "invalid" });
export type FileChoice = z.infer<typeof fileChoice>;
export const fileBatch = z
  .strictObject({ action: fileAction, ...chosenFiles })
  .refine(isOneOf, { path: ["ids"], message: "invalid" });
export type FileBatch = z.infer<typeof fileBatch>;

const pageAddress = webAddress(PAGE_URL_MAX).transform((address) => address.replace(/#.*$/, ""));
/** Web pages that are to be files of a base: by their addresses, or those a sitemap names. */
export const newPages = z
  .strictObject({
    addresses: z
      .array(pageAddress)
      .max(PAGES_ADDED_MAX, "tooMany")
      .transform((list) => [...new Set(list)]),
    sitemap: pageAddress.optional(),
    folder: folderPath.default(""),
    refresh: z.enum(PAGE_REFRESH).default("never"),
  })
  .refine(({ addresses, sitemap }) => addresses.length > 0 || sitemap, { path: ["addresses"], message: "required" });
export type NewPages = z.infer<typeof newPages>;
export type PagesInput = z.input<typeof newPages>;

/** What becomes of a reading that stands aside. */
export const rereadingDecision = z.strictObject({ isTaken: z.boolean() });
export const rereadPageParams = z.object({ id: z.uuid(), page: z.coerce.number().int().min(1) });

/** Two files that are nearly the same. */
export const alikePair = z.object({ id: z.uuid(), otherId: z.uuid() });
/** What becomes of them: both stay, or this one becomes the newest version of the other. */
export const alikeDecision = z.strictObject({ otherId: z.uuid(), kind: z.enum(["keep", "replace"]) });
export type AlikeDecision = z.infer<typeof alikeDecision>;

const day = z.iso.date().nullable();
/** What people say of a file beside its content (spec F7, F8). */
export const knowledgeFilePatch = z
  .strictObject({
    ...z
      .object({
        name: line(FILE_NAME_MAX).min(1, "required"),
        folder: folderPath,
        tags,
        ownerId: z.uuid(),
        validFrom: day,
        /** The last day it holds. */
        validUntil: day,
        visibility: z.enum(VISIBILITIES),
        /** Whom of the base it is shown to where it is partial. */
        grants,
      })
      .partial().shape,
    ...revised,
  })
  .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom <= validUntil, {
    path: ["validUntil"],
    message: "invalid",
  });
export type KnowledgeFilePatch = z.infer<typeof knowledgeFilePatch>;

/** As people fill it in; an empty day is none. */
export const fileForm = z.object({
  name: line(FILE_NAME_MAX).min(1, "required"),
  ownerId: keptText,
  validFrom: keptText,
  validUntil: keptText,
  visibility: baseForm.shape.visibility,
  grants: baseForm.shape.grants,
});
export type FileForm = z.infer<typeof fileForm>;

/** spec 9: the bases something is put to. */
export const chosenBases = z
  .array(z.uuid())
  .min(1, "baseRequired")
  .max(BASES_CHOSEN_MAX, "basesLimit")
  .refine((ids) => new Set(ids).size === ids.length, "invalid");

/** What is searched for in bases. Each is searched as it is set up; what is said here goes before that. */
export const recallInput = z.strictObject({
  baseIds: chosenBases,
  query: questionText(CHAT_INPUT_MAX.other),
  mode: z.enum(RETRIEVAL_MODES).optional(),
  /** Slices at most, of all bases together, those around them not counted. */
  topK: z.int().min(1).max(TOP_K_MAX).optional(),
  rerankModelId: z.uuid().optional(),
  minScore: z.number().min(0).max(1).optional(),
  /** False: the question is put as it stands, also where a base is set to have it rewritten. */
  rewrite: z.boolean().optional(),
});
export type RecallInput = z.infer<typeof recallInput>;

/** What a base sets of how it is searched; what is left out is the center's. */
export const retrievalChange = z.strictObject({ settings: ownRetrieval, ...revised });
export type RetrievalChange = z.infer<typeof retrievalChange>;

/** How bases that set nothing of their own are searched. */
export const centerRetrievalChange = z.strictObject({ settings: retrievalSettings, ...revised });
export type CenterRetrievalChange = z.infer<typeof centerRetrievalChange>;

/** A question to a base as it is set, and as it would be with these settings. */
export const retrievalPreview = z.strictObject({
  question: questionText(CHAT_INPUT_MAX.other),
  settings: ownRetrieval,
});
export type RetrievalPreview = z.infer<typeof retrievalPreview>;

/** Another model for the vectors of a base. */
/** Model that describes pictures; null: the default of whoever puts a file in. */
export const pictureChoice = z.strictObject({ visionModelId: z.uuid().nullable() });
/** With a model, or the default: what describing by it would cost. */
export const picturesQuery = z.object({ modelId: z.union([z.uuid(), z.literal("default")]).optional() });
export const embeddingChoice = z.strictObject({ embeddingModelId: z.uuid() });
/** With a model: what a change to it would cost. */
export const embeddingQuery = z.object({ modelId: z.uuid().optional() });
