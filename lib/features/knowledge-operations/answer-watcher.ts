import "server-only";
import type { AnswerWatcher } from "@/lib/conversation/answer-watcher";
import { basesOfParts } from "@/lib/stream/findings";
import { recordAnswer } from "./service/recording";

/** Counts what was asked of bases, in every conversation that asks them. */
export const ANSWERS_OF_BASES: AnswerWatcher = {
  concerns: (parts) => basesOfParts(parts).length > 0,
  changed: recordAnswer,
};
