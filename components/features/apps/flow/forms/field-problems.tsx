"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { mendFor } from "@/lib/features/apps/workflow/references";
import { useFlow } from "../flow-context";
import { mendProblem } from "../mend";
import { useProblemText } from "../use-problem-text";
import { useNodeForm } from "./node-form";

/** What is wrong with one field, each with what puts it right. */
export function useFieldProblems(field: string) {
  const { problems } = useNodeForm();
  return problems.filter((problem) => problem.field === field);
}

export function FieldProblems({ id, field }: { id?: string; field: string }) {
  const t = useTranslations("apps-flow.mend");
  const { store } = useFlow();
  const { path } = useNodeForm();
  const say = useProblemText();
  const problems = useFieldProblems(field);
  if (problems.length === 0) return null;
  return (
    <ul id={id} className="mt-1 space-y-1">
      {problems.map((problem) => {
        const mend = mendFor(store.root(), path, problem);
        return (
          <li key={`${problem.code} ${problem.args?.name}`} className="flex flex-wrap items-center gap-2 text-xs">
            <span className={problem.code === "required" ? "text-fg-3" : "text-danger-ink"}>{say(problem)}</span>
            {mend && (
              <Button size="sm" className="h-6!" onClick={() => mendProblem(store, problem)}>
                {t("with", { name: mend.reference })}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
