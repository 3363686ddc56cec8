import { z } from "zod";
import { DOCUMENT_FORMATS, PARSE_STATUS } from "@/db/schema/parsing";
import { grantDto } from "@/lib/auth/grant-schema";
import { BASE_TYPES, PAGE_REFRESH, PAGE_STATUS, REREADING_STATUS } from "@/lib/config/knowledge-kinds";
import { HELPERS, REWRITINGS } from "@/lib/config/knowledge-retrieval";
import { VISIBILITIES } from "@/lib/config/visibility";
import { errorKey } from "@/lib/errors/key";
import { pictureFacts, segmentationSchema } from "@/lib/retrieval/types";
import { BASE_ICONS } from "./limits";
import { SLICE_ACTIONS } from "./slice-state";

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
  fileCount: z.int(),
  /** Pairs of question and answer, without proposed ones. */
  qaCount: z.int(),
  /** Bytes of its files. */
  size: z.int(),
  /** Among the bases the person keeps at hand. */
  isShortcut: z.boolean(),
  embeddingModelId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  /** Of the base or of a file in it. */
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type BaseDto = z.infer<typeof baseDto>;

const modelDto = z.strictObject({ id: z.uuid(), name: z.string() });
/** Models the person may set a base to use. */
export const baseModelsDto = z.strictObject({
  /** Those that make vectors; the default is taken where a base names none. */
  items: z.array(modelDto),
  defaultId: z.uuid().nullable(),
  rerank: z.array(modelDto),
  chat: z.array(modelDto),
});
export type BaseModelsDto = z.infer<typeof baseModelsDto>;

/** A base at hand, as the sidebar shows it. */
export const shortcutDto = baseDto.pick({ id: true, name: true, icon: true, mayManage: true });
export type ShortcutDto = z.infer<typeof shortcutDto>;

/** One base as whoever may change it edits it. */
export const baseDetailDto = baseDto.extend({ grants: z.array(grantDto), revision: z.string() });
export type BaseDetailDto = z.infer<typeof baseDetailDto>;

const right = z.enum(["view", "manage"]);
/** One way a base reaches a person; `isAbove`: by a department above theirs. */
export const reachReason = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["owner", "all", "user"]), right }),
  z.strictObject({ kind: z.literal("role"), right, name: z.string(), nameEn: z.string().nullable() }),
  z.strictObject({ kind: z.literal("department"), right, name: z.string(), isAbove: z.boolean() }),
]);
export type ReachReason = z.infer<typeof reachReason>;

/** A person as a base sees them. */
export const reachedDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  department: z.string().nullable(),
  /** What the base allows them; null: nothing. */
  right: right.nullable(),
  /** Whether a role of theirs lets them use bases at all. */
  mayUse: z.boolean(),
  /** Whether they can change the base: they have the right, and a role lets them manage bases. */
  mayManage: z.boolean(),
  reasons: z.array(reachReason),
});
export type ReachedDto = z.infer<typeof reachedDto>;

/** `able`: of the people it reaches, those whose roles let them use bases. */
export const reachDto = z.strictObject({ items: z.array(reachedDto), total: z.int(), able: z.int() });

/** Why a person can use a base, or everything that keeps them from it. */
export const reachExplanationDto = reachedDto.extend({
  reaches: z.boolean(),
  obstacles: z.array(z.enum(["disabled", "departmentClosed", "onlyOwner", "notNamed", "noCode"])),
});
export type ReachExplanationDto = z.infer<typeof reachExplanationDto>;

/** People who can use a base before and after a change, who gains and who loses it, some by name. */
export const reachChangeDto = z.strictObject({
  before: z.int(),
  after: z.int(),
  gained: z.int(),
  lost: z.int(),
  gaining: z.array(z.string()),
  losing: z.array(z.string()),
});
export type ReachChangeDto = z.infer<typeof reachChangeDto>;

export const grantSubjectDto = z.strictObject({ id: z.uuid(), name: z.string(), detail: z.string() });

const personDto = z.strictObject({ id: z.uuid(), name: z.string() });

export const knowledgeFileDto = z.strictObject({
  id: z.uuid(),
  fileId: z.uuid(),
  versionId: z.uuid(),
  name: z.string(),
  size: z.int(),
  format: z.enum(DOCUMENT_FORMATS),
  status: z.enum(PARSE_STATUS),
  /** Why a stage failed: a key of `errors`. */
  error: errorKey.nullable(),
  /** Per cent of the stage it is in. */
  progress: z.int(),
  sliceCount: z.int(),
  tokens: z.int(),
  /** Slices whose text the model of vectors refused: they are found by their words alone. */
  refused: z.int(),
  /** It waits until a person says how it is cut, or will once it is read. */
  isHeld: z.boolean(),
  /** An earlier reading of it answers while this one is not ready. */
  isAnswering: z.boolean(),
  /** Files it is nearly the same as that nobody decided about yet, of those the person may read; in lists of their managers. */
  alike: z.int(),
  folder: z.string(),
  tags: z.array(z.string()),
  owner: personDto.nullable(),
  uploader: personDto.nullable(),
  visibility: z.enum(VISIBILITIES),
  /** Days between which it answers, both counted; null: without that bound. */
  validFrom: z.iso.date().nullable(),
  validUntil: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** It is read anew by a model, or that reading waits for a decision. */
  rereading: z.enum(REREADING_STATUS).nullable(),
  /** The web page it is read from. */
  page: z
    .strictObject({
      url: z.string(),
      refresh: z.enum(PAGE_REFRESH),
      status: z.enum(PAGE_STATUS),
      error: errorKey.nullable(),
      checkedAt: z.iso.datetime(),
      changedAt: z.iso.datetime(),
    })
    .nullable(),
});
export type KnowledgeFileDto = z.infer<typeof knowledgeFileDto>;

/** A file as whoever manages its base edits what is said of it. */
export const knowledgeFileDetailDto = knowledgeFileDto.extend({
  grants: z.array(grantDto),
  /** May give it to another owner and keep others of the base from it: its owner and the base's. */
  mayNarrow: z.boolean(),
  revision: z.string(),
});
export type KnowledgeFileDetailDto = z.infer<typeof knowledgeFileDetailDto>;

const counted = z.int();
/** A page of a base's files, with how many are in each state whatever state was asked for. */
export const knowledgeFilesDto = z.strictObject({
  items: z.array(knowledgeFileDto),
  total: z.int(),
  states: z.strictObject({ all: counted, running: counted, failed: counted, ready: counted }),
});
export type KnowledgeFilesDto = z.infer<typeof knowledgeFilesDto>;

export const knowledgeFileVersionDto = z.strictObject({
  versionId: z.uuid(),
  number: z.int(),
  size: z.int(),
  /** The newest one. */
  isCurrent: z.boolean(),
  /** Its slices answer. */
  isAnswering: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type KnowledgeFileVersionDto = z.infer<typeof knowledgeFileVersionDto>;

/** What became of many files: done at once, or by a task of this id that goes on. */
export const fileBatchDto = z.strictObject({
  taskId: z.uuid().nullable(),
  total: z.int(),
  done: z.int(),
  /** Each that was left as it is, with the reason in words. */
  refused: z.array(z.strictObject({ id: z.uuid(), message: z.string() })),
});
export type FileBatchDto = z.infer<typeof fileBatchDto>;

/** What a base's files can be narrowed by. */
export const fileFacetsDto = z.strictObject({
  folders: z.array(z.strictObject({ folder: z.string(), count: counted })),
  tags: z.array(z.strictObject({ tag: z.string(), count: counted })),
  uploaders: z.array(personDto),
});
export type FileFacetsDto = z.infer<typeof fileFacetsDto>;

/** Files whose name is taken in their folder, with the file that has it. */
export const takenNamesDto = z.strictObject({
  items: z.array(z.strictObject({ folder: z.string(), name: z.string(), id: z.uuid() })),
});

/** Files of one upload, each by itself: taken in, or refused with the reason in words. */
export const uploadedFilesDto = z.strictObject({
  items: z.array(
    z.union([
      knowledgeFileDto,
      z.strictObject({
        id: z.null(),
        name: z.string(),
        status: z.literal("upload_failed"),
        error: errorKey,
        message: z.string(),
        /** The file that has this content or name, where it was refused for that. */
        existingId: z.uuid().nullable(),
      }),
    ]),
  ),
});

export const sliceLineDto = z.strictObject({
  id: z.uuid(),
  /** Its number among all of the file, from 1. */
  number: z.int(),
  from: z.int(),
  to: z.int(),
  part: z.int(),
  parent: z.int().nullable(),
  /** Name of the picture it describes. */
  picture: z.string().nullable(),
  heading: z.string(),
  /** The beginning of its words. */
  text: z.string(),
  tokens: z.int(),
  isHand: z.boolean(),
  isEdited: z.boolean(),
  isDisabled: z.boolean(),
  /** Its text was refused by the model of vectors: it is found by its words alone. */
  isRefused: z.boolean(),
  reason: z.string().nullable(),
});
export type SliceLineDto = z.infer<typeof sliceLineDto>;

export const slicesDto = z.strictObject({
  file: z.strictObject({
    id: z.uuid(),
    baseId: z.uuid(),
    baseName: z.string(),
    name: z.string(),
    format: z.enum(DOCUMENT_FORMATS),
    status: z.enum(PARSE_STATUS),
    /** The version the slices are of; null while there are none. */
    versionId: z.uuid().nullable(),
    segmentation: segmentationSchema,
    /** What became of its pictures; null where its base does not look at them. */
    pictures: pictureFacts.nullable(),
    mayManage: z.boolean(),
  }),
  items: z.array(sliceLineDto),
  counts: z.strictObject({ all: z.int(), hand: z.int(), disabled: z.int(), open: z.int() }),
});
export type SlicesDto = z.infer<typeof slicesDto>;

export const sliceEditDto = z.strictObject({
  id: z.uuid(),
  action: z.enum(SLICE_ACTIONS),
  /** Null: the product itself. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
  before: z.string(),
  after: z.string(),
  similarity: z.number().nullable(),
});

export const sliceDto = z.strictObject({
  id: z.uuid(),
  from: z.int(),
  to: z.int(),
  heading: z.string(),
  text: z.string(),
  /** The document's own words at its place. */
  original: z.string(),
  tokens: z.int(),
  /** Tokens a slice may have, and those its setting cuts by. */
  limit: z.int(),
  usual: z.int(),
  /** The picture its words describe, of this version. */
  picture: z.strictObject({ versionId: z.uuid(), name: z.string() }).nullable(),
  isHand: z.boolean(),
  isDisabled: z.boolean(),
  reason: z.string(),
  edits: z.array(sliceEditDto),
  revision: z.string(),
});
export type SliceDto = z.infer<typeof sliceDto>;

/** After a change: the slices that took the place of those before, and the change itself, which can be taken back. */
export const sliceChangeDto = z.strictObject({ editId: z.uuid(), ids: z.array(z.uuid()) });

export const sliceDecisionsDto = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      text: z.string(),
      /** The words it stood for. */
      original: z.string(),
      isDisabled: z.boolean(),
      reason: z.string(),
      candidates: z.array(
        z.strictObject({ from: z.int(), to: z.int(), part: z.int(), text: z.string(), similarity: z.number() }),
      ),
    }),
  ),
});
export type SliceDecisionsDto = z.infer<typeof sliceDecisionsDto>;

export const recallDto = z.strictObject({
  hits: z.array(
    z.strictObject({
      sliceId: z.uuid(),
      fileId: z.uuid(),
      fileName: z.string(),
      baseId: z.uuid(),
      versionId: z.uuid(),
      /** Page, slide or sheet it begins on. */
      page: z.int(),
      heading: z.string(),
      from: z.int(),
      to: z.int(),
      text: z.string(),
      /** Name of the picture of the version that its words describe. */
      picture: z.string().optional(),
      /** By which the list is ordered, 0 to 1. */
      score: z.number(),
      /** The slice it stands beside: it was not found, it goes along with that one. */
      neighbourOf: z.uuid().optional(),
      scores: z.strictObject({
        vector: z.number().optional(),
        lexical: z.number().optional(),
        rerank: z.number().optional(),
      }),
    }),
  ),
  /** Milliseconds of each step. */
  timings: z.strictObject({ lexical: z.number(), vector: z.number(), fuse: z.number(), rerank: z.number() }),
  /** The words each base was searched by, and whether they are more than the question, with why not. */
  searched: z.array(z.strictObject({ baseId: z.uuid(), queries: z.array(z.string()), rewriting: z.enum(REWRITINGS) })),
  /** Models of bases that failed: those bases answer without. */
  failed: z.array(z.strictObject({ baseId: z.uuid(), helper: z.enum(HELPERS) })),
});
export type RecallDto = z.infer<typeof recallDto>;

/** A slice as programs read it, whole, with what stands before and after it. */
export const passageDto = z.strictObject({
  ...recallDto.shape.hits.element.pick({ sliceId: true, fileId: true, fileName: true, baseId: true, page: true }).shape,
  ...recallDto.shape.hits.element.pick({ heading: true, text: true }).shape,
  before: z.string(),
  after: z.string(),
});
export type PassageDto = z.infer<typeof passageDto>;
