"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RunDto } from "@/lib/features/apps/runs-dto";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";

/** What a run was given, folded: whoever began it knows. */
export function RunGiven({ run }: { run: RunDto }) {
  const t = useTranslations("apps-runs.run");
  const common = useTranslations("common.stale");
  const start = (run.graph as FlowGraph).nodes.find((node) => node.type === "start");
  const labels = new Map(start?.data.variables.map(({ name, label }) => [name, label]));
  const facts = Object.entries(run.inputs).map(([name, value]) => ({
    name,
    label: labels.get(name) ?? name,
    value: typeof value === "boolean" ? common(value ? "on" : "off") : String(value),
  }));
  if (facts.length === 0 && run.files.length === 0 && run.text === "") return null;
  return (
    <details className="group text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-sm text-fg-3 text-xs hover:text-fg pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={13} className="transition-transform group-open:rotate-90" />
        {t("given")}
      </summary>
      <dl className="mt-2 space-y-2 rounded-md border px-3 py-2">
        {facts.map(({ name, label, value }) => (
          <div key={name}>
            <dt className="text-fg-3 text-xs">{label}</dt>
            <dd className="whitespace-pre-wrap break-words">{value}</dd>
          </div>
        ))}
        {run.text && <dd className="whitespace-pre-wrap break-words">{run.text}</dd>}
        {run.files.length > 0 && (
          <div>
            <dt className="text-fg-3 text-xs">{t("files")}</dt>
            {run.files.map(({ id, name }) => (
              <dd key={id} className="break-words">
                {name}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </details>
  );
}
