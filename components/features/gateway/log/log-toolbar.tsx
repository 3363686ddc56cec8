"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FilterMenu } from "@/components/common/filter-menu";
import { FilterPicker } from "@/components/common/filter-picker";
import { ListToolbar } from "@/components/common/list-toolbar";
import { SpanFilter } from "@/components/common/span-filter";
import { useAppName } from "@/components/common/use-app-name";
import type { Choice } from "@/lib/client/choices";
import { modelChoices, subjectChoices } from "@/lib/features/gateway/choices";
import { OUTCOMES } from "@/lib/features/gateway/log-schema";
import { type GatewayState, oneOf } from "@/lib/features/gateway/state";
import { useReason } from "../use-reason";
import { LOG_ERRORS, SPANS } from "./log-filter";

const MODELS = modelChoices();
const PEOPLE = subjectChoices("user");
const APPS = subjectChoices("app");

interface LogToolbarProps {
  filter: GatewayState["filter"];
  isFetching: boolean;
  onFilter: (filter: GatewayState["filter"]) => void;
  onRefresh: () => void;
}

/** Time, model, person, app, outcome and error. */
export function LogToolbar({ filter, isFetching, onFilter, onRefresh }: LogToolbarProps) {
  const t = useTranslations("gateway.log");
  const reason = useReason();
  const appName = useAppName();
  const span = oneOf(SPANS, filter.span);
  // The address holds ids; names are known for what was picked on this visit.
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const set = (patch: GatewayState["filter"]) => onFilter({ ...filter, ...patch });
  const pick = (name: "model" | "user" | "app") => (choice: Choice | null) => {
    if (choice) setNames((current) => ({ ...current, [choice.id]: choice.name }));
    set({ [name]: choice?.id ?? "" });
  };
  const plain = (value: string) => (value === "all" ? "" : value);
  return (
    <ListToolbar refresh={{ label: t("refresh"), isFetching, onRefresh }}>
      <SpanFilter
        labels={{ span: t("filter.time"), from: t("filter.from"), to: t("filter.to") }}
        value={span}
        usual="all"
        options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        days={filter}
        onChange={set}
      />
      <FilterPicker
        label={t("filter.model")}
        value={filter.model ? (names[filter.model] ?? t("filter.chosen")) : null}
        source={MODELS}
        onPick={pick("model")}
      />
      <FilterPicker
        label={t("filter.user")}
        value={filter.user ? (names[filter.user] ?? t("filter.chosen")) : null}
        source={PEOPLE}
        onPick={pick("user")}
      />
      <FilterPicker
        label={t("filter.app")}
        value={filter.app ? appName(filter.app) : null}
        source={APPS}
        onPick={pick("app")}
      />
      <FilterMenu
        label={t("filter.outcome")}
        value={oneOf(["all", ...OUTCOMES], filter.outcome)}
        options={(["all", ...OUTCOMES] as const).map((value) => ({ value, label: t(`outcome.${value}`) }))}
        onChange={(value) => set({ outcome: plain(value) })}
      />
      <FilterMenu
        label={t("filter.error")}
        value={oneOf(LOG_ERRORS, filter.error)}
        options={LOG_ERRORS.map((value) => ({
          value,
          label: value === "all" || value === "any" || value === "none" ? t(`error.${value}`) : reason(value).short,
        }))}
        onChange={(value) => set({ error: plain(value) })}
      />
    </ListToolbar>
  );
}
