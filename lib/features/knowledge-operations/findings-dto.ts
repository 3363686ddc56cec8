import { z } from "zod";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_CAUSES, FINDING_KINDS, FINDING_STATES } from "@/lib/config/knowledge-kinds";

/** Why the words of a finding are not shown. */
export const WORDS_CLOSED = ["policy", "gone"] as const;

export const findingDto = z.strictObject({
  id: z.uuid(),
  kind: z.enum(FINDING_KINDS),
  base: z.strictObject({ id: z.uuid(), name: z.string() }),
  causes: z.array(z.enum(FINDING_CAUSES)),
  reason: z.enum(DISLIKE_REASONS).nullable(),
  state: z.enum(FINDING_STATES),
  assignee: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Of the asker at that moment; empty for none, and one that is gone. */
  department: z.string(),
  /** Null while the words are closed. */
  asker: z.string().nullable(),
  /** How the question begins, and what its asker added to a dislike; null while the words are closed. */
  question: z.string().nullable(),
  remark: z.string().nullable(),
  closed: z.enum(WORDS_CLOSED).nullable(),
  /** What was made of it. */
  qaId: z.uuid().nullable(),
  recallItemId: z.uuid().nullable(),
  askedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type FindingDto = z.infer<typeof findingDto>;

export const findingsDto = z.strictObject({
  items: z.array(findingDto),
  total: z.int(),
  /** Whatever state the filter asks for. */
  states: z.strictObject({ active: z.int(), done: z.int(), dismissed: z.int() }),
});
export type FindingsDto = z.infer<typeof findingsDto>;

export const FINDING_EVENTS = ["assign", "dismiss", "done", "reopen", "open"] as const;

export const findingDetailDto = findingDto.extend({
  /** Whether the reader may change it: they manage the base. */
  mayChange: z.boolean(),
  history: z.array(
    z.strictObject({
      id: z.uuid(),
      event: z.enum(FINDING_EVENTS),
      by: z.string(),
      /** Whom it was given to, or why it was dismissed. */
      detail: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type FindingDetailDto = z.infer<typeof findingDetailDto>;

export const assigneeDto = z.strictObject({ id: z.uuid(), name: z.string(), detail: z.string() });
