import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { FlowProblem } from "@/lib/features/apps/workflow/check";

/** What is wrong with a node or the whole workflow, in words. */
export function useProblemText(): (problem: Pick<FlowProblem, "code" | "args">) => string {
  const t = useTranslations("apps-flow.problems");
  return useCallback(({ code, args }) => t(code, (args ?? {}) as never), [t]);
}
