"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { freeName } from "@/lib/features/apps/workflow/edit";
import { BRANCHES_MAX, NODE_NAME_MAX } from "@/lib/features/apps/workflow/limits";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData, withEntry, withoutEntry } from "./node-form";
import { TestsList } from "./tests-list";

export function ConditionForm() {
  const t = useTranslations("apps-flow.form");
  const names = useTranslations("apps-flow.branch");
  const [{ branches }, set] = useNodeData("condition");
  return (
    <FormSection title={t("branches")} meta={branches.length}>
      <p className="text-fg-3 text-xs">{t("branchesHint")}</p>
      <ul className="space-y-3" data-field="branches">
        {branches.map(({ id, name, match, tests }, index) => {
          const called = name || names("numbered", { number: index + 1 });
          return (
            <li key={id} className="space-y-2 rounded-md border bg-subtle p-2">
              <div className="flex items-center gap-1.5">
                <Input
                  aria-label={t("branchName", { number: index + 1 })}
                  placeholder={names("numbered", { number: index + 1 })}
                  maxLength={NODE_NAME_MAX}
                  value={name}
                  onChange={(event) =>
                    set({ branches: withEntry(branches, index, { name: event.target.value }) }, `branch ${id}`)
                  }
                  className="min-w-0 flex-1"
                />
                <IconButton
                  icon={X}
                  label={t("removeEntry", { name: called })}
                  disabled={branches.length === 1}
                  onClick={() => set({ branches: withoutEntry(branches, index) }, "branch-remove")}
                />
              </div>
              <TestsList
                field={`branches.${index}.tests`}
                label={t("testsOf", { name: called })}
                match={match}
                tests={tests}
                onMatch={(next) => set({ branches: withEntry(branches, index, { match: next }) }, `branch ${id} match`)}
                onChange={(next, key) => set({ branches: withEntry(branches, index, { tests: next }) }, key)}
              />
            </li>
          );
        })}
      </ul>
      <FieldProblems field="branches" />
      <div className="flex items-center gap-3">
        <Button
          size="sm"
          icon={Plus}
          disabled={branches.length >= BRANCHES_MAX}
          onClick={() => {
            const id = freeName(
              branches.map((one) => one.id),
              "branch",
            );
            const tests = [{ left: "", op: "is" as const, right: "" }];
            set({ branches: [...branches, { id, name: "", match: "all", tests }] }, "branch-add");
          }}
        >
          {t("addBranch")}
        </Button>
        <span className="text-fg-3 text-xs">{t("elseHint", { name: names("else") })}</span>
      </div>
    </FormSection>
  );
}
