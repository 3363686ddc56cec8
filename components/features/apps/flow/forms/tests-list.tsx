"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { ALONE_OPS, type FlowTest, TEST_OPS, type TestOp } from "@/lib/features/apps/workflow/graph";
import { TESTS_MAX } from "@/lib/features/apps/workflow/limits";
import { FieldProblems } from "./field-problems";
import { withEntry, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";

interface TestsListProps {
  /** Where they stand in the node's settings: `branches.0.tests`. */
  field: string;
  /** What they decide. */
  label: string;
  match: "all" | "any";
  tests: readonly FlowTest[];
  onMatch: (match: "all" | "any") => void;
  onChange: (tests: FlowTest[], key: string) => void;
}

/** What must hold: values compared, all of them or any. */
export function TestsList({ field, label, match, tests, onMatch, onChange }: TestsListProps) {
  const t = useTranslations("apps-flow.form");
  const ops = useTranslations("apps-flow.ops");
  return (
    <fieldset className="min-w-0 space-y-2" data-field={field}>
      <legend className="sr-only">{label}</legend>
      {tests.length > 1 && (
        <Segmented
          aria-label={t("match")}
          value={match}
          onValueChange={onMatch}
          options={[
            { value: "all", label: t("matchAll") },
            { value: "any", label: t("matchAny") },
          ]}
        />
      )}
      {tests.map(({ left, op, right }, index) => {
        const number = index + 1;
        const set = (patch: Partial<FlowTest>) =>
          onChange(withEntry(tests, index, patch), `${field}.${index}.${Object.keys(patch).join()}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is its place
          <div key={index} className="space-y-1.5 rounded-md border bg-background p-2">
            <RefField
              field={`${field}.${index}.left`}
              label={t("left", { number })}
              hidesLabel
              placeholder={t("leftPlaceholder")}
              value={left}
              onChange={(text) => set({ left: text })}
            />
            <div className="flex items-center gap-1.5">
              <Select
                aria-label={t("op", { number })}
                value={op}
                options={TEST_OPS.map((value) => ({ value, label: ops(value) }))}
                onValueChange={(value) => set({ op: value as TestOp })}
                className="min-w-0 flex-1"
              />
              <IconButton
                icon={X}
                label={t("removeTest", { number })}
                onClick={() => onChange(withoutEntry(tests, index), `${field}-remove`)}
              />
            </div>
            {!ALONE_OPS.includes(op) && (
              <RefField
                field={`${field}.${index}.right`}
                label={t("right", { number })}
                hidesLabel
                placeholder={t("rightPlaceholder")}
                value={right}
                onChange={(text) => set({ right: text })}
              />
            )}
          </div>
        );
      })}
      <FieldProblems field={field} />
      <Button
        size="sm"
        icon={Plus}
        disabled={tests.length >= TESTS_MAX}
        onClick={() => onChange([...tests, { left: "", op: "is", right: "" }], `${field}-add`)}
      >
        {t("addTest")}
      </Button>
    </fieldset>
  );
}
