import type { OwnReviewRule } from "@/lib/review/rule-schema";
import type { AppVariable } from "../variables";
import type { FlowGraph } from "./graph";

/** What a workflow says at its start: the form it begins with, and the review rules of all of it. */
export interface Beginning {
  variables: AppVariable[];
  takesFiles: boolean;
  reviewRules: OwnReviewRule[];
}

export function beginningOf({ nodes }: Pick<FlowGraph, "nodes">): Beginning {
  const start = nodes.find((node) => node.type === "start")?.data;
  return {
    variables: start?.variables ?? [],
    takesFiles: start?.takesFiles ?? false,
    reviewRules: start?.reviewRules ?? [],
  };
}
