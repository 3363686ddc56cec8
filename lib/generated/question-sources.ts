// Made by `npm run generate` from every exported `QuestionSources` in lib; never edited by hand.
import "server-only";
import { BASES_IN_QUESTIONS } from "@/lib/features/knowledge/question-sources";

export const QUESTION_SOURCES = [
  BASES_IN_QUESTIONS,
];
