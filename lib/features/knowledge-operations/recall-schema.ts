import { z } from "zod";
import { ownRetrieval } from "@/lib/config/knowledge-retrieval";
import { questionText, shortLine } from "@/lib/conversation/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { retrievalChange } from "@/lib/features/knowledge/schema";
import { keptText, lines } from "@/lib/text/line";
import {
  BACKUP_NAME_MAX,
  PLACE_WORDS_MAX,
  PLACES_MAX,
  RECALL_ITEMS_MAX,
  RECALL_NAME_MAX,
  RECALL_PROPOSALS_MAX,
  RECALL_QUESTION_MAX,
} from "./recall-limits";

const setName = shortLine(RECALL_NAME_MAX, "required");
export const ofBaseQuery = z.object({ baseId: z.uuid() });
export const recallSetsQuery = z.object({ ...pageQuery.shape, baseId: z.uuid() });
export type RecallSetsQuery = z.infer<typeof recallSetsQuery>;
export const newRecallSet = z.strictObject({ baseId: z.uuid(), name: setName });
export type NewRecallSet = z.infer<typeof newRecallSet>;
export const recallSetPatch = z.strictObject({ name: setName });

export const recallItemsQuery = z.object({ ...pageQuery.shape, state: z.enum(["active", "proposed"]).optional() });
export type RecallItemsQuery = z.infer<typeof recallItemsQuery>;

const place = z.strictObject({
  fileId: z.uuid(),
  words: lines(PLACE_WORDS_MAX)
    .transform((words) => words || undefined)
    .optional(),
});
export const recallItemInput = z.strictObject({
  question: questionText(RECALL_QUESTION_MAX),
  /** Those the person may see; those kept from them stay as they are. */
  expected: z.array(place).max(PLACES_MAX, "tooMany"),
});
export type RecallItemInput = z.infer<typeof recallItemInput>;

/** A question as people fill it in; `unseen`: places in files that are kept from them, which stay. */
export const recallItemForm = z
  .object({
    question: questionText(RECALL_QUESTION_MAX),
    places: z.array(z.object({ fileId: z.uuid(), fileName: keptText, words: lines(PLACE_WORDS_MAX) })).max(PLACES_MAX),
    unseen: z.int(),
  })
  .superRefine(({ places, unseen }, context) => {
    if (places.length + unseen === 0) context.addIssue({ code: "custom", path: ["places"], message: "required" });
  });
export type RecallItemForm = z.infer<typeof recallItemForm>;

/** What becomes of proposed questions: these, or with `all` every one that can be taken over. */
export const recallDecision = z.strictObject({
  action: z.enum(["approve", "reject"]),
  ids: z.union([z.array(z.uuid()).min(1).max(RECALL_ITEMS_MAX), z.literal("all")]),
});
export type RecallDecision = z.infer<typeof recallDecision>;

/** `skip`: rows that are wrong are left out; else nothing is taken over as long as one is. */
export const recallImportQuery = z.object({
  skip: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});

export const recallProposals = z.strictObject({ count: z.int().min(1, "range").max(RECALL_PROPOSALS_MAX, "range") });

/** Settings a set is asked by; null: as the base is set at this moment. `others`: a second time, by these. */
export const newRecallRun = z.strictObject({ settings: ownRetrieval.nullable(), others: ownRetrieval.nullable() });
export type NewRecallRun = z.infer<typeof newRecallRun>;

export const RUN_SIDES = ["first", "second"] as const;
export const runSide = z.strictObject({ side: z.enum(RUN_SIDES) });
export type RunSide = (typeof RUN_SIDES)[number];

/** `changed`: only questions the two settings answer differently. */
export const recallResultsQuery = z.object({
  ...pageQuery.shape,
  show: z.enum(["all", "changed", "lost"]).default("all"),
});
export type RecallResultsQuery = z.infer<typeof recallResultsQuery>;
export const recallResultParams = z.object({ id: z.uuid(), itemId: z.uuid() });

/** Backups of a base; without one, of the center. */
export const backupsQuery = z.object({ ...pageQuery.shape, baseId: z.uuid().optional() });
export type BackupsQuery = z.infer<typeof backupsQuery>;
export const newBackup = z.strictObject({ baseId: z.uuid().nullable(), name: shortLine(BACKUP_NAME_MAX, "required") });
export type NewBackup = z.infer<typeof newBackup>;

/** As `retrievalChange`, under the name the former parameters are backed up by. */
export const backedUpChange = z.strictObject({
  ...retrievalChange.shape,
  name: shortLine(BACKUP_NAME_MAX, "required"),
});
export type BackedUpChange = z.infer<typeof backedUpChange>;
