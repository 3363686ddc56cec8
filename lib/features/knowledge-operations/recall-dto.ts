import { z } from "zod";
import { BACKUP_KINDS, RECALL_ITEM_STATES, RECALL_ORIGINS, RECALL_RUN_STATES } from "@/lib/config/knowledge-kinds";
import { CUTS, HELPERS, ownRetrieval, REWRITINGS, retrievalSettings } from "@/lib/config/knowledge-retrieval";
import { errorKey } from "@/lib/errors/key";
import { MEASURES, type Measure, VERDICTS } from "./recall-figures";
import { IMPORT_COLUMNS, ROW_PROBLEMS } from "./recall-import";
import { PLACE_STATES, scoresSchema } from "./recall-places";

// @exempt text: what we answer

const byMeasure = <T extends z.ZodType>(of: T) =>
  z.strictObject(Object.fromEntries(MEASURES.map((name) => [name, of])) as Record<Measure, T>);

const difference = z.strictObject({ mean: z.number(), low: z.number(), high: z.number(), verdict: z.enum(VERDICTS) });

export const recallFigures = z.strictObject({
  first: scoresSchema,
  second: scoresSchema.nullable(),
  differences: byMeasure(difference).nullable(),
  /** Questions that count, and those none of whose places can be found any more. */
  counted: z.int(),
  left: z.int(),
});
export type RecallFigures = z.infer<typeof recallFigures>;

const work = z.strictObject({
  status: z.enum(["waiting", "running", "failed", "cancelled", "done"]),
  done: z.int(),
  total: z.int(),
  error: errorKey.nullable(),
});
/** Of a task, for whoever looks at what it works on. */
export type WorkDto = z.infer<typeof work>;

const runFields = {
  id: z.uuid(),
  state: z.enum(RECALL_RUN_STATES),
  author: z.string(),
  questions: z.int(),
  isCompared: z.boolean(),
  figures: recallFigures.nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
};
export const recallRunDto = z.strictObject(runFields);
export type RecallRunDto = z.infer<typeof recallRunDto>;

export const recallSetDto = z.strictObject({
  id: z.uuid(),
  baseId: z.uuid(),
  name: z.string(),
  author: z.string(),
  /** Questions that are asked, and those that wait for a decision. */
  active: z.int(),
  proposed: z.int(),
  lastRun: recallRunDto.nullable(),
  createdAt: z.iso.datetime(),
});
export type RecallSetDto = z.infer<typeof recallSetDto>;

/** A set that is open, with what is under way about it. */
export const openedRecallSetDto = z.strictObject({
  ...recallSetDto.shape,
  /** Of the questions a model proposes; null: nothing was asked of it lately. */
  proposals: work.nullable(),
});
export type OpenedRecallSetDto = z.infer<typeof openedRecallSetDto>;

/** A file that is kept from the reader, or gone, has no name, and its words are not shown. */
const place = z.strictObject({ fileId: z.uuid(), fileName: z.string().nullable(), words: z.string().nullable() });
export type PlaceDto = z.infer<typeof place>;

export const recallItemDto = z.strictObject({
  id: z.uuid(),
  question: z.string(),
  state: z.enum(RECALL_ITEM_STATES),
  origin: z.enum(RECALL_ORIGINS),
  expected: z.array(place),
  createdAt: z.iso.datetime(),
});
export type RecallItemDto = z.infer<typeof recallItemDto>;

/** With what was searched when the question went wrong, as far as the reader may see it. */
export const openedRecallItemDto = z.strictObject({
  ...recallItemDto.shape,
  trace: z
    .array(
      z.strictObject({
        step: z.string(),
        found: z.array(
          z.strictObject({
            text: z.string().nullable(),
            fileName: z.string().nullable(),
            score: z.number().nullable(),
            isKept: z.boolean().nullable(),
          }),
        ),
        /** Things found in files that are kept from the reader. */
        hidden: z.int(),
      }),
    )
    .nullable(),
});
export type OpenedRecallItemDto = z.infer<typeof openedRecallItemDto>;

export const recallDecidedDto = z.strictObject({ decided: z.int(), left: z.int() });

export const recallImportedDto = z.strictObject({
  rows: z.int(),
  added: z.int(),
  problems: z.array(z.strictObject({ row: z.int(), column: z.enum(IMPORT_COLUMNS), problem: z.enum(ROW_PROBLEMS) })),
  /** All that are wrong; of many only the first are named. */
  problemCount: z.int(),
});
export type RecallImportedDto = z.infer<typeof recallImportedDto>;

export const openedRecallRunDto = z.strictObject({
  ...runFields,
  baseId: z.uuid(),
  setId: z.uuid(),
  setName: z.string(),
  settings: retrievalSettings,
  others: retrievalSettings.nullable(),
  work: work.nullable(),
});
export type OpenedRecallRunDto = z.infer<typeof openedRecallRunDto>;

const placeResult = z.strictObject({
  ...place.shape,
  state: z.enum(PLACE_STATES),
  rank: z.int().nullable(),
  cut: z.enum(CUTS).nullable(),
});
const side = z.strictObject({
  places: z.array(placeResult),
  /** Null: not counted. */
  ndcg: z.number().nullable(),
});
export const recallResultDto = z.strictObject({
  itemId: z.uuid(),
  question: z.string(),
  /** Question or places were changed since. */
  isEdited: z.boolean(),
  first: side,
  second: side.nullable(),
});
export type RecallResultDto = z.infer<typeof recallResultDto>;

const foundSlice = z.strictObject({
  sliceId: z.uuid(),
  fileId: z.uuid(),
  fileName: z.string(),
  page: z.int(),
  text: z.string(),
  score: z.number(),
  cut: z.enum(CUTS).nullable(),
  neighbourOf: z.uuid().nullable(),
});
const foundSide = z.strictObject({
  queries: z.array(z.string()),
  rewriting: z.enum(REWRITINGS),
  failed: z.array(z.enum(HELPERS)),
  found: z.array(foundSlice),
  /** Slices that were found then and are gone, or kept from the reader. */
  gone: z.int(),
});
export type RecallFoundSide = z.infer<typeof foundSide>;
export const recallFoundDto = z.strictObject({ first: foundSide, second: foundSide.nullable() });
export type RecallFoundDto = z.infer<typeof recallFoundDto>;

export const backupDto = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  author: z.string(),
  settings: ownRetrieval,
  createdAt: z.iso.datetime(),
});
export type BackupDto = z.infer<typeof backupDto>;
