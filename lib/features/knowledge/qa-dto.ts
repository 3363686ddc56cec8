import { z } from "zod";
import { grantDto } from "@/lib/auth/grant-schema";
import { QA_ORIGINS, QA_STATES } from "@/lib/config/knowledge-kinds";
import { VISIBILITIES } from "@/lib/config/visibility";
import { errorKey } from "@/lib/errors/key";

/** Why a row of an imported file was not taken. */
export const QA_ROW_REASONS = [
  "noQuestion",
  "noAnswer",
  "questionTooLong",
  "answerTooLong",
  "synonymTooLong",
  "synonymsMost",
  "date",
  "duplicate",
  "full",
] as const;
export type QaRowReason = (typeof QA_ROW_REASONS)[number];

const person = z.strictObject({ id: z.uuid(), name: z.string() });

/** A line of the list. */
export const qaDto = z.strictObject({
  id: z.uuid(),
  baseId: z.uuid().nullable(),
  question: z.string(),
  /** The beginning of it. */
  answer: z.string(),
  synonymCount: z.int(),
  state: z.enum(QA_STATES),
  origin: z.enum(QA_ORIGINS),
  visibility: z.enum(VISIBILITIES),
  /** Days between which it answers, both counted; null: without that bound. */
  validFrom: z.iso.date().nullable(),
  validUntil: z.iso.date().nullable(),
  /** Its days are over. */
  isExpired: z.boolean(),
  /** Who last wrote it, and when. */
  author: person,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type QaDto = z.infer<typeof qaDto>;

const counted = z.int();
/** A page of pairs, with how many are in each state whatever state was asked for. */
export const qasDto = z.strictObject({
  items: z.array(qaDto),
  total: z.int(),
  states: z.strictObject({ all: counted, proposed: counted, active: counted, off: counted }),
  authors: z.array(person),
});
export type QasDto = z.infer<typeof qasDto>;

/** A place of a file, for who may read it. */
export const qaPlaceDto = z.strictObject({
  knowledgeFileId: z.uuid(),
  versionId: z.uuid(),
  from: z.int(),
  to: z.int(),
  quote: z.string(),
  fileName: z.string(),
});
export type QaPlaceDto = z.infer<typeof qaPlaceDto>;

/** A pair as it is edited. */
export const qaDetailDto = qaDto.omit({ synonymCount: true, isExpired: true }).extend({
  answer: z.string(),
  synonyms: z.array(z.string()),
  /** Those of files the reader may read. */
  citations: z.array(qaPlaceDto),
  grants: z.array(grantDto),
  revision: z.string(),
});
export type QaDetailDto = z.infer<typeof qaDetailDto>;

/** How the last work on pairs stands, one at a time. */
const work = z.strictObject({
  taskId: z.uuid(),
  status: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  error: errorKey.nullable(),
  done: z.int(),
  total: z.int(),
  /** Pairs that were added. */
  added: z.int(),
  /** Those left out because their question was there. */
  skipped: z.int(),
});
export const qaWorkDto = z.strictObject({
  import: work
    .extend({
      fileName: z.string(),
      refused: z.int(),
      /** Rows that were not taken, by their number in the file, with the reason in words; the first of them. */
      rows: z.array(z.strictObject({ row: z.int(), reason: z.enum(QA_ROW_REASONS), text: z.string() })),
    })
    .nullable(),
  generation: work.nullable(),
});
export type QaWorkDto = z.infer<typeof qaWorkDto>;

/** A pair that answers what is searched for. */
export const foundQaDto = z.strictObject({
  id: z.uuid(),
  baseId: z.uuid().nullable(),
  baseName: z.string().nullable(),
  question: z.string(),
  /** Markdown. */
  answer: z.string(),
  author: z.string(),
  updatedAt: z.iso.datetime(),
  validUntil: z.iso.date().nullable(),
});
export type FoundQaDto = z.infer<typeof foundQaDto>;

export const qaBatchDto = z.strictObject({ changed: z.int() });
