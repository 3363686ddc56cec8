import { z } from "zod";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_CAUSES, GAP_MISSES, GAP_STATES } from "@/lib/config/knowledge-kinds";
import { messagePartDto } from "@/lib/stream/part-dto";
import { keptText } from "@/lib/text/line";

// @exempt text: what we answer

const person = z.strictObject({ id: z.uuid(), name: keptText });

/** Who closes a gap; `isGone`: they cannot any more. */
export const gapOwnerDto = person.extend({ isGone: z.boolean() });

/** How its questions came out when they were asked again. */
export const gapChecksDto = z.strictObject({
  passed: z.int(),
  missed: z.int(),
  /** Questions that can still be asked, those that wait for it too. */
  total: z.int(),
  isRunning: z.boolean(),
});

/** A gap on the board. */
export const gapCardDto = z.strictObject({
  id: z.uuid(),
  base: person,
  state: z.enum(GAP_STATES),
  /** Words of its most central question that the reader may read; null: it has none. */
  title: keptText.nullable(),
  questions: z.int(),
  notFound: z.int(),
  lowSupport: z.int(),
  disliked: z.int(),
  /** Of the last seven days. */
  recent: z.int(),
  askers: z.int(),
  departments: z.array(z.strictObject({ name: keptText, count: z.int() })),
  owner: gapOwnerDto.nullable(),
  dueAt: z.iso.datetime().nullable(),
  stateAt: z.iso.datetime(),
  firstAt: z.iso.datetime(),
  checks: gapChecksDto,
  /** Whether the reader may change it. */
  mayChange: z.boolean(),
});
export type GapCardDto = z.infer<typeof gapCardDto>;

/** The board in figures. */
export const gapBoardDto = z.strictObject({
  columns: z.array(z.strictObject({ state: z.enum(GAP_STATES), gaps: z.int(), questions: z.int() })),
  /** Questions that were put to the bases in the days, and those of them in gaps. */
  asked: z.int(),
  wrong: z.int(),
  /** When questions were last grouped. */
  foundAt: z.iso.datetime().nullable(),
  /** While they are: how far that is. */
  finding: z.strictObject({ done: z.int(), total: z.int() }).nullable(),
  bases: z.array(person),
  owners: z.array(person),
  departments: z.array(person),
  /** Whether there is a base whose gaps the reader may change. */
  mayFind: z.boolean(),
});
export type GapBoardDto = z.infer<typeof gapBoardDto>;

/** How one question of a gap was answered, and is now. */
export const gapQuestionDto = z.strictObject({
  id: z.uuid(),
  /** Null: not to be read by this reader, or gone. */
  question: keptText.nullable(),
  isGone: z.boolean(),
  department: keptText.nullable(),
  causes: z.array(z.enum(FINDING_CAUSES)),
  reason: z.enum(DISLIKE_REASONS).nullable(),
  askedAt: z.iso.datetime(),
  /** Its answer then and now, where the question may be read: their beginning, and what they cite of what the reader may read. */
  before: z.array(messagePartDto),
  check: z
    .strictObject({
      miss: z.enum(GAP_MISSES).nullable(),
      cited: z.int(),
      supported: z.int(),
      checkedAt: z.iso.datetime(),
      parts: z.array(messagePartDto),
    })
    .nullable(),
});
export type GapQuestionDto = z.infer<typeof gapQuestionDto>;

export const gapFileDto = z.strictObject({
  id: z.uuid(),
  name: keptText,
  format: keptText.nullable(),
  /** From 0 to 1. */
  score: z.number(),
  /** It came after the questions were asked. */
  isNew: z.boolean(),
});

export const GAP_EVENTS = [
  "found",
  "added",
  "assigned",
  "unassigned",
  "fixed",
  "checked",
  "verified",
  "reopened",
  "merged",
  "movedOut",
  "movedIn",
] as const;
export type GapEvent = (typeof GAP_EVENTS)[number];

export const gapEventDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(GAP_EVENTS),
  /** Null: the product itself. */
  actor: person.nullable(),
  /** Arguments of its sentence. */
  facts: z.record(z.string(), z.union([keptText, z.number()])),
  at: z.iso.datetime(),
});
export type GapEventDto = z.infer<typeof gapEventDto>;

export const gapDetailDto = gapCardDto.extend({
  items: z.array(gapQuestionDto),
  events: z.array(gapEventDto),
  checkedAt: z.iso.datetime().nullable(),
  /** Of the questions asked again now. */
  running: z.strictObject({ done: z.int(), total: z.int() }).nullable(),
});
export type GapDetailDto = z.infer<typeof gapDetailDto>;

export const gapFilesDto = z.strictObject({ items: z.array(gapFileDto) });
export const choicesDto = z.strictObject({
  items: z.array(z.strictObject({ id: z.uuid(), name: keptText, detail: keptText })),
});
