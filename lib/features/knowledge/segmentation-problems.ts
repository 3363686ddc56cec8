import { isPattern } from "@/lib/retrieval/separators";
import type { Segmentation } from "@/lib/retrieval/types";
import { SEPARATOR_LENGTH_MAX, SEPARATORS_MAX, SLICE_TOKENS } from "./limits";

export type SegmentationProblem = "required" | "invalid" | "pattern" | "patternSlow" | "tooLong" | "tooMany";

/** What is wrong with a setting, by field: the rules of `segmentationInput`, for a form that is being typed into. */
export function segmentationProblems(value: Segmentation): Record<string, SegmentationProblem> {
  const problems: Record<string, SegmentationProblem> = {};
  const { mode, maxTokens, overlap, childTokens, separators = [] } = value;
  const isLength = (tokens: number) =>
    Number.isInteger(tokens) && tokens >= SLICE_TOKENS.min && tokens <= SLICE_TOKENS.max;
  if (mode !== "none" && !isLength(maxTokens)) problems.maxTokens = "invalid";
  if (mode === "single" && !(Number.isInteger(overlap) && overlap >= 0 && overlap <= maxTokens / 2))
    problems.overlap = "invalid";
  if (mode === "multi" && childTokens !== undefined && !(isLength(childTokens) && childTokens <= maxTokens))
    problems.childTokens = "invalid";
  if (mode !== "separator") return problems;
  if (separators.length === 0) problems.separators = "required";
  if (separators.length > SEPARATORS_MAX) problems.separators = "tooMany";
  for (const [at, { text, regex }] of separators.entries()) {
    if (text === "") problems[`separators.${at}.text`] = "required";
    else if (text.length > SEPARATOR_LENGTH_MAX) problems[`separators.${at}.text`] = "tooLong";
    else if (regex && !isPattern(text)) problems[`separators.${at}.text`] = "pattern";
  }
  return problems;
}

/** The setting as it is sent: fields of other modes do not go along. */
export function cleanSegmentation(value: Segmentation): Segmentation {
  const { mode, maxTokens, overlap, childTokens, separators, rows } = value;
  return {
    mode,
    maxTokens: mode === "none" ? 320 : maxTokens,
    overlap: mode === "single" ? overlap : 0,
    ...(mode === "multi" && childTokens !== undefined && { childTokens }),
    ...(mode === "separator" && { separators }),
    ...(mode !== "none" && rows && { rows }),
  };
}

export function isSameSegmentation(a: Segmentation, b: Segmentation): boolean {
  const [one, two] = [cleanSegmentation(a), cleanSegmentation(b)];
  const plain = ({ mode, maxTokens, overlap, childTokens, separators = [] }: Segmentation) =>
    JSON.stringify([mode, maxTokens, overlap, childTokens, separators.map(({ text, regex = false }) => [text, regex])]);
  return plain(one) === plain(two);
}
