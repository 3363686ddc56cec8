import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CutHitDto } from "@/lib/features/knowledge/segmentation-dto";
import { cutQuestionsQuery } from "@/lib/features/knowledge/segmentation-hooks";
import {
  cleanSegmentation,
  isSameSegmentation,
  segmentationProblems,
} from "@/lib/features/knowledge/segmentation-problems";
import type { Segmentation } from "@/lib/retrieval/types";

/** A setting that is being moved is asked about when it rests, milliseconds. */
const REST_MS = 700;

export interface Range {
  from: number;
  to: number;
}

/** How a question ends by one cut: the words that answer it handed over whole at a rank, cut apart, or not found. */
export type Verdict = { kind: "whole" | "cut"; rank: number } | { kind: "none" };

export function verdictOf(hits: readonly CutHitDto[], answer: Range): Verdict {
  const whole = hits.findIndex(({ handed }) => handed.from <= answer.from && handed.to >= answer.to);
  if (whole >= 0) return { kind: "whole", rank: whole + 1 };
  const part = hits.findIndex(({ handed }) => handed.from < answer.to && handed.to > answer.from);
  return part >= 0 ? { kind: "cut", rank: part + 1 } : { kind: "none" };
}

interface Tried {
  segmentations: Segmentation[];
  /** Vectors that are not there are bought. */
  embed: boolean;
}

/** Questions two settings are compared by, what each finds, and the words people marked as their answers (spec F2). */
export function useCutQuestions(fileId: string, a: Segmentation, b: Segmentation) {
  const [questions, setQuestions] = useState<readonly string[]>([]);
  const [active, setActive] = useState<string | null>(null);
  const [answers, setAnswers] = useState<ReadonlyMap<string, Range>>(new Map());
  const [tried, setTried] = useState<Tried>({ segmentations: [a, b], embed: false });
  const { data, error, isFetching } = useQuery(cutQuestionsQuery(fileId, { ...tried, questions: [...questions] }));
  const isValid = Object.keys(segmentationProblems(b)).length === 0;
  const isOther = ![a, b].every((setting, at) => isSameSegmentation(setting, tried.segmentations[at]!));
  // Where models of the base read along each look costs: then the person says when.
  const waits = data?.asksModels ?? false;
  useEffect(() => {
    if (!isOther || !isValid || waits) return;
    const timer = setTimeout(() => setTried({ segmentations: [a, b], embed: false }), REST_MS);
    return () => clearTimeout(timer);
  }, [isOther, isValid, waits, a, b]);

  const compare = (embed: boolean) => setTried({ segmentations: [a, b].map(cleanSegmentation), embed });
  const known = data && questions.length > 0 ? data : undefined;
  return {
    questions,
    active,
    setActive,
    add: (question: string) => {
      if (!questions.includes(question)) setQuestions([...questions, question]);
      setActive(question);
    },
    remove: (question: string) => {
      setQuestions(questions.filter((one) => one !== question));
      if (active === question) setActive(null);
    },
    answers,
    /** The words that answer the question in view; null takes them back. */
    mark: (question: string, range: Range | null) => {
      const next = new Map(answers);
      if (range) next.set(question, range);
      else next.delete(question);
      setAnswers(next);
    },
    compare,
    data: known,
    /** What a question finds by A and by B; null while nobody knows. */
    found: (question: string) => {
      const at = known?.questions.indexOf(question) ?? -1;
      const [left, right] = known?.sides.map((side) => side.answers[at]) ?? [];
      return left && right ? { a: left, b: right } : null;
    },
    error: questions.length > 0 ? error : null,
    isFetching,
    /** What is shown was found by settings that are no longer those on the screen. */
    isOld: questions.length > 0 && (isOther || isFetching),
    needsCompare: questions.length > 0 && isOther && isValid && waits,
  };
}

export type CutQuestions = ReturnType<typeof useCutQuestions>;
