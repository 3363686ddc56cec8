"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { KNOWN_NAMES } from "@/lib/features/apps/variables";
import { findNode } from "@/lib/features/apps/workflow/edit";
import { RUN_NAMES, referencesIn } from "@/lib/features/apps/workflow/values";
import { useFlow } from "../flow-context";
import { KindTile } from "../kind-tile";
import { useTitle } from "../use-canvas-parts";
import { useFieldProblems } from "./field-problems";

/** What the references of a text stand for, in names people know. */
export function RefChips({ text, field }: { text: string; field: string }) {
  const t = useTranslations("apps-flow.values");
  const { store } = useFlow();
  const titleOf = useTitle();
  const wrong = new Set(useFieldProblems(field).map(({ args }) => args?.name));
  const references = [...new Set(referencesIn(text))];
  if (references.length === 0) return null;
  const nameOf = (reference: string) => {
    const [first = "", output = "", ...rest] = reference.split(".");
    if ((RUN_NAMES as readonly string[]).includes(first)) {
      const known = KNOWN_NAMES.find((name) => name === reference);
      return { kind: null, words: known ? t(`known.${known.replace(".", "_") as "today"}`) : reference };
    }
    const found = findNode(store.root(), first)?.node;
    if (!found) return { kind: null, words: reference };
    const label = found.type === "start" ? found.data.variables.find(({ name }) => name === output)?.label : undefined;
    return { kind: found.type, words: [titleOf(found), [label || output, ...rest].join(".")].join(" / ") };
  };
  return (
    <ul aria-label={t("used")} className="mt-1 flex flex-wrap gap-1">
      {references.map((reference) => {
        const { kind, words } = nameOf(reference);
        const isWrong = wrong.has(reference);
        return (
          <li
            key={reference}
            className={`inline-flex max-w-full items-center gap-1 rounded-xs border px-1 text-xs leading-5 ${isWrong ? "border-danger/40 bg-danger-soft text-danger-ink" : "bg-subtle text-fg-2"}`}
          >
            {isWrong ? <CircleAlert aria-hidden size={12} /> : kind && <KindTile type={kind} size={16} />}
            {isWrong && <span className="sr-only">{t("wrong")}</span>}
            <span className="truncate">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
