"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { useWatch } from "react-hook-form";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { WholeSearchParams } from "@/lib/features/search/settings/dto";
import { INHERIT, type SearchParamsForm } from "@/lib/features/search/settings/form";
import { SEARCH_NODES, type SearchNode, type SettingsScope } from "@/lib/features/search/settings/kinds";
import { ModelField } from "./model-field";
import { PromptPart } from "./prompt-part";

const TrialPart = lazy(() => import("./trial-part").then((module) => ({ default: module.TrialPart })));

interface NodeTabProps {
  scope: SettingsScope;
  node: SearchNode;
  inherited: WholeSearchParams;
  models: readonly { id: string; name: string }[];
  onNode: (node: SearchNode) => void;
}

/** Every node of the search, and of the chosen one its model and prompt. */
export function NodeTab({ scope, node, inherited, models, onNode }: NodeTabProps) {
  const t = useTranslations("search-params");
  const form = useWatch<SearchParamsForm>() as SearchParamsForm;
  const isOwn = (key: SearchNode) =>
    form.models[key] !== INHERIT || form.templates[key] !== inherited.nodes[key].promptTemplate;
  return (
    <>
      <ul
        aria-label={t("nodes")}
        className="flex shrink-0 overflow-x-auto border-b md:block md:w-72 md:overflow-y-auto md:border-r md:border-b-0"
      >
        {SEARCH_NODES.map((key) => (
          <li key={key} className="shrink-0 md:border-b md:last:border-b-0">
            <button
              type="button"
              aria-current={key === node}
              onClick={() => onNode(key)}
              className={cn("w-full px-4 py-2.5 text-left hover:bg-muted", key === node && "bg-primary-soft")}
            >
              <span className="flex items-center gap-2">
                <span className="min-w-0 flex-1 font-medium text-sm max-md:whitespace-nowrap">
                  {t(`node.${key}.name`)}
                </span>
                {isOwn(key) && <Badge tone="primary">{t("changed")}</Badge>}
              </span>
              <span className="block text-fg-3 text-xs max-md:hidden">{t(`node.${key}.text`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div key={node} className="min-h-0 min-w-0 flex-1 space-y-5 overflow-y-auto p-4 md:p-5">
        <h2 className="font-semibold text-base">{t(`node.${node}.name`)}</h2>
        <div className="max-w-120">
          <ModelField
            name={`models.${node}`}
            label={t("nodeModel")}
            hint={t("nodeModelHint")}
            models={models}
            usual={t("base.answeringModel")}
            inherited={inherited.nodes[node].modelId}
            scope={scope}
          />
        </div>
        <PromptPart scope={scope} promptKey={node} inherited={inherited}>
          <LazyBoundary>
            <LazyMessages areas={["chat", "search"]}>
              <TrialPart node={node} inherited={inherited} />
            </LazyMessages>
          </LazyBoundary>
        </PromptPart>
      </div>
    </>
  );
}
