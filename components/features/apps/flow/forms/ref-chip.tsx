"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { secretsQuery } from "@/lib/features/apps/secrets-hooks";
import { KNOWN_NAMES } from "@/lib/features/apps/variables";
import { findNode } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph, NodeType } from "@/lib/features/apps/workflow/graph";
import { RUN_NAMES, SECRET } from "@/lib/features/apps/workflow/values";
import { useFlow, useFlowState } from "../flow-context";
import { NODE_ICONS } from "../kinds";
import { useTitle } from "../use-canvas-parts";

/** What a reference in a text stands for, in names people know. */
export function RefChip({ reference, isWrong }: { reference: string; isWrong: boolean }) {
  const t = useTranslations("apps-flow.values");
  const { appId } = useFlow();
  const root = useFlowState(({ history }) => history.present);
  const [first = ""] = reference.split(".");
  const isSecret = first === SECRET;
  const secrets = useQuery({ ...secretsQuery(appId), enabled: isSecret }).data?.items;
  const isMissing = isSecret && secrets?.every(({ name }) => name !== reference.slice(SECRET.length + 1));
  const { kind, words } = useRefName(root, reference);
  const Icon = isWrong || isMissing ? CircleAlert : isSecret ? KeyRound : kind && NODE_ICONS[kind];
  return (
    <span
      className={cn(
        "mx-px inline-flex max-w-full items-center gap-1 rounded-xs px-1 align-bottom text-[13px] leading-5",
        isWrong || isMissing ? "bg-danger-soft text-danger-ink" : "bg-primary-soft text-primary-ink",
      )}
    >
      {Icon && <Icon aria-hidden size={12} className="shrink-0" />}
      {(isWrong || isMissing) && <span className="sr-only">{t("wrong")}</span>}
      <span className="truncate">{words}</span>
    </span>
  );
}

function useRefName(root: FlowGraph, reference: string): { kind: NodeType | null; words: string } {
  const t = useTranslations("apps-flow.values");
  const titleOf = useTitle();
  const [first = "", output = "", ...rest] = reference.split(".");
  if ((RUN_NAMES as readonly string[]).includes(first)) {
    const known = KNOWN_NAMES.find((name) => name === reference);
    return { kind: null, words: known ? t(`known.${known.replace(".", "_") as "today"}`) : reference };
  }
  if (first === SECRET) return { kind: null, words: [output, ...rest].join(".") };
  const found = findNode(root, first)?.node;
  if (!found) return { kind: null, words: reference };
  const label = found.type === "start" ? found.data.variables.find(({ name }) => name === output)?.label : undefined;
  const name = [label || output, ...rest].filter(Boolean).join(".");
  return { kind: found.type, words: [titleOf(found), name].filter(Boolean).join(" / ") };
}
