import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { citationDto } from "@/lib/citations/dto";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_STATES, GAP_STATES } from "@/lib/config/knowledge-kinds";
import { pageOf } from "@/lib/endpoint/answers";

const range = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** What was counted in some days. */
export const usageFiguresDto = z.strictObject({
  questions: z.int(),
  people: z.int(),
  answered: z.int(),
  notFound: z.int(),
  /** Sentences with a citation, and those their passage supports. */
  cited: z.int(),
  supported: z.int(),
  likes: z.int(),
  dislikes: z.int(),
  costMicros: z.int(),
});
export type UsageFigures = z.infer<typeof usageFiguresDto>;

/** A base as the reader may know it; null where they look at one base alone. */
const baseName = z.strictObject({ id: z.uuid(), name: z.string() }).nullable();

export const usedQuestionDto = z.strictObject({
  /** Of the row in its list: the key of its words would let somebody try words that are closed to them. */
  id: z.string(),
  base: baseName,
  /** The base it was put to. */
  baseId: z.uuid(),
  /** Null: the reader may not see its words. */
  text: z.string().nullable(),
  /** The answer whose words the reader may open; null where there is none. */
  messageId: z.uuid().nullable(),
  questions: z.int(),
  answered: z.int(),
});
export type UsedQuestionDto = z.infer<typeof usedQuestionDto>;

export const missedQuestionDto = usedQuestionDto.extend({
  /** How far somebody is with it; null: nobody has looked. */
  state: z.enum([...GAP_STATES, ...FINDING_STATES]).nullable(),
});
export type MissedQuestionDto = z.infer<typeof missedQuestionDto>;

export const usedFileDto = z.strictObject({
  id: z.uuid(),
  base: baseName,
  name: z.string(),
  format: z.enum(DOCUMENT_FORMATS).nullable(),
  slices: z.int(),
  citedSlices: z.int(),
  hitSlices: z.int(),
  unusedSlices: z.int(),
  /** Answers that used it, and that cited it. */
  hits: z.int(),
  cited: z.int(),
  likes: z.int(),
  dislikes: z.int(),
  isExpired: z.boolean(),
});
export type UsedFileDto = z.infer<typeof usedFileDto>;

/** Null id: all the reader may not know, together. */
const sharer = z.strictObject({ id: z.uuid().nullable(), name: z.string(), questions: z.int(), answered: z.int() });

export const usageDto = z.strictObject({
  range,
  before: range,
  currency: z.string(),
  now: usageFiguresDto,
  /** Null: too few questions to compare. */
  previous: usageFiguresDto.nullable(),
  /** People who can use the base; null for the center. */
  readers: z.int().nullable(),
  series: z.array(z.strictObject({ day: z.iso.date(), answered: z.int(), missed: z.int() })),
  departments: z.array(sharer),
  /** Empty where one base is looked at. */
  bases: z.array(sharer),
  top: z.strictObject({
    items: z.array(usedQuestionDto),
    /** Of the most frequent ones those without words the reader may see. */
    closed: z.strictObject({ count: z.int(), questions: z.int() }),
  }),
  reasons: z.array(z.strictObject({ reason: z.enum(DISLIKE_REASONS).nullable(), count: z.int() })),
  remarks: z.array(
    z.strictObject({
      findingId: z.uuid(),
      baseId: z.uuid(),
      text: z.string(),
      reason: z.enum(DISLIKE_REASONS).nullable(),
    }),
  ),
  files: z.strictObject({
    total: z.int(),
    cited: z.int(),
    hit: z.int(),
    untouched: z.int(),
    /** Counted, and not named to the reader. */
    closed: z.int(),
    items: z.array(usedFileDto),
  }),
  slices: z.strictObject({
    total: z.int(),
    cited: z.int(),
    hit: z.int(),
    unused: z.int(),
    items: z.array(usedFileDto),
  }),
  questions: z.strictObject({
    total: z.int(),
    /** Answered, answered badly or cut off, and such that no file answers; together `total`. */
    well: z.int(),
    badly: z.int(),
    notFound: z.int(),
    items: z.array(missedQuestionDto),
  }),
});
export type UsageDto = z.infer<typeof usageDto>;

export const usedSliceDto = z.strictObject({
  id: z.uuid(),
  part: z.int(),
  heading: z.string(),
  /** How it begins. */
  text: z.string(),
  hits: z.int(),
  cited: z.int(),
  likes: z.int(),
  dislikes: z.int(),
});
export type UsedSliceDto = z.infer<typeof usedSliceDto>;

export const usedSlicesDto = pageOf(usedSliceDto).extend({
  file: z.strictObject({ id: z.uuid(), name: z.string(), baseId: z.uuid() }),
});

/** A question with its answer, as whoever opens it may read it. */
export const openedAnswerDto = z.strictObject({
  messageId: z.uuid(),
  /** Whether its asker sees in their list of readers that it was opened. */
  isTold: z.boolean(),
  question: z.string(),
  /** Markdown, with marks of its citations. */
  answer: z.string(),
  citations: z.array(citationDto),
});
export type OpenedAnswerDto = z.infer<typeof openedAnswerDto>;
