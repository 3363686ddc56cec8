import { z } from "zod";
import { grants, sharingForm } from "@/lib/auth/grant-schema";
import { QA_STATES } from "@/lib/config/knowledge-kinds";
import { VISIBILITIES } from "@/lib/config/visibility";
import { shortLine } from "@/lib/conversation/schema";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { keptText, prose } from "@/lib/text/line";
import { bareText } from "@/lib/text/terms";
import {
  BATCH_IDS_MAX,
  QA_ANSWER_MAX,
  QA_CITATIONS_MAX,
  QA_GENERATED_FILES_MAX,
  QA_GENERATED_MAX,
  QA_QUESTION_MAX,
  QA_SORTS,
  QA_SYNONYMS_MAX,
} from "./limits";

/** A question of signs alone asks nothing. */
const asked = shortLine(QA_QUESTION_MAX, "required").refine((text) => bareText(text) !== "", "required");
const answer = prose(QA_ANSWER_MAX).refine((text) => text.trim() !== "", "required");
const day = z.iso.date().nullable();

/** A place of a file an answer rests on; its words are read from the file. */
export const qaPlace = z.strictObject({
  knowledgeFileId: z.uuid(),
  versionId: z.uuid(),
  from: z.int().min(0),
  to: z.int().min(1),
});

const fields = {
  question: asked,
  answer,
  /** spec 5: none twice, and none the question itself. */
  synonyms: z.array(asked).max(QA_SYNONYMS_MAX, "synonymsMost"),
  citations: z.array(qaPlace).max(QA_CITATIONS_MAX, "tooMany"),
  validFrom: day,
  /** The last day it holds. */
  validUntil: day,
  /** Of the center's alone. */
  visibility: z.enum(VISIBILITIES),
  grants,
};

interface Phrased {
  question?: string;
  synonyms?: readonly string[];
}

/** Whether a synonym stands twice or is the question, in whatever case, width and signs. */
export function hasSynonymTwice({ question, synonyms = [] }: Phrased): boolean {
  const keys = [...(question === undefined ? [] : [question]), ...synonyms].map(bareText);
  return new Set(keys).size < keys.length;
}

const once = { path: ["synonyms"], message: "synonymTwice" };
const inOrder = { path: ["validUntil"], message: "invalid" };
const hasOrder = ({ validFrom, validUntil }: { validFrom?: string | null; validUntil?: string | null }) =>
  !validFrom || !validUntil || validFrom <= validUntil;

const { question, answer: said, ...optional } = fields;
const written = { question, answer: said, ...z.object(optional).partial().shape };

/** A new pair of a base; without one, of the center. */
export const newQa = z
  .strictObject({ baseId: z.uuid().optional(), ...written })
  .refine((qa) => !hasSynonymTwice(qa), once)
  .refine(hasOrder, inOrder);
export type NewQa = z.infer<typeof newQa>;

export const qaPatch = z
  .strictObject({ ...z.object(fields).partial().shape, state: z.enum(QA_STATES).optional(), ...revised })
  .refine((qa) => !hasSynonymTwice(qa), once)
  .refine(hasOrder, inOrder);
export type QaPatch = z.infer<typeof qaPatch>;

/** One question a line. */
export const phrasesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** As people fill it in: synonyms one a line, an empty day is none. */
export const qaForm = z
  .object({
    question: asked,
    answer,
    synonyms: prose(QA_SYNONYMS_MAX * (2 * QA_QUESTION_MAX + 2))
      .refine((text) => phrasesIn(text).length <= QA_SYNONYMS_MAX, "synonymsMost")
      .refine((text) => phrasesIn(text).every((line) => asked.safeParse(line).success), "tooLong"),
    validFrom: keptText,
    validUntil: keptText,
    visibility: fields.visibility,
    grants: sharingForm.shape.grants,
    citations: z.array(qaPlace.extend({ quote: keptText, fileName: keptText })).max(QA_CITATIONS_MAX, "tooMany"),
  })
  .refine((qa) => !hasSynonymTwice({ question: qa.question, synonyms: phrasesIn(qa.synonyms) }), once)
  .refine(hasOrder, inOrder);
export type QaForm = z.infer<typeof qaForm>;

const filter = {
  /** Of this base; without it the center's. */
  baseId: z.uuid().optional(),
  state: z.enum(QA_STATES).optional(),
  authorId: z.uuid().optional(),
};

export const qaQuery = pageQuery.extend({ ...filter, sort: z.enum(QA_SORTS).default("updated") });
export type QaQuery = z.infer<typeof qaQuery>;

export const qaScope = z.object({ baseId: filter.baseId });

export const qaExportQuery = pageQuery
  .pick({ keyword: true })
  .extend({ ...filter, format: z.enum(["xlsx", "csv"]).default("xlsx") });
export type QaExportQuery = z.infer<typeof qaExportQuery>;

export const QA_ACTIONS = ["approve", "reject", "enable", "disable", "delete"] as const;

/** One thing done with several pairs: those named, or all that are proposed. */
export const qaBatch = z
  .strictObject({
    baseId: z.uuid().optional(),
    action: z.enum(QA_ACTIONS),
    ids: z.array(z.uuid()).min(1).max(BATCH_IDS_MAX).optional(),
    allProposed: z.literal(true).optional(),
  })
  .refine(({ ids, allProposed }) => (ids === undefined) !== (allProposed === undefined), "invalid")
  .refine(({ action, allProposed }) => !allProposed || action === "approve" || action === "reject", "invalid");
export type QaBatch = z.infer<typeof qaBatch>;

/** Words of a file, to be found there. */
export const qaQuote = z.strictObject({
  knowledgeFileId: z.uuid(),
  quote: prose(2000).refine((t) => t.trim() !== "", "required"),
});
export type QaQuote = z.infer<typeof qaQuote>;

/** Pairs to be made of files; they are proposed, and answer nobody until somebody approves them. */
export const qaGeneration = z.strictObject({
  baseId: z.uuid(),
  fileIds: z.array(z.uuid()).min(1, "documentRequired").max(QA_GENERATED_FILES_MAX, "tooMany"),
  count: z.int("number").min(1, "range").max(QA_GENERATED_MAX, "range"),
});
export type QaGeneration = z.infer<typeof qaGeneration>;

/** An answer of a record as a pair. */
export const qaOfAnswer = z.strictObject({
  baseId: z.uuid().optional(),
  ...written,
  /** It answers at once; else it waits for approval. */
  isActive: z.boolean().default(false),
});
export type QaOfAnswer = z.infer<typeof qaOfAnswer>;
