// Made by `npm run generate` from every exported `AnswerWatcher` in lib; never edited by hand.
import "server-only";
import { ANSWERS_OF_BASES } from "@/lib/features/knowledge-operations/answer-watcher";

export const ANSWER_WATCHERS = [
  ANSWERS_OF_BASES,
];
