"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FilterMenu } from "@/components/common/filter-menu";
import { IdFilter } from "@/components/common/id-filter";
import { ListToolbar } from "@/components/common/list-toolbar";
import { SpanFilter } from "@/components/common/span-filter";
import { CONVERSATION_APPS } from "@/lib/conversation/areas";
import { type RecordState, SPANS, type Span, spanOf } from "@/lib/features/records/filter";
import { choiceQuery, choices, OWN_MODELS } from "@/lib/features/records/hooks";
import { FEEDBACKS, REASONS, STATUSES } from "@/lib/features/records/kinds";
import { useRecordTexts } from "./use-record-texts";

type Filter = RecordState["filter"];

interface RecordToolbarProps {
  filter: Filter;
  /** The span that holds when none was picked. */
  usual: Span;
  /** One's own records: no people, no departments. */
  isOwn?: boolean;
  /** Records of several areas. */
  hasApps?: boolean;
  isFetching: boolean;
  onFilter: (patch: Filter) => void;
  onRefresh: () => void;
  /** Columns, at the right. */
  end: ReactNode;
}

/** Search, period, people, area, model, feedback, how it ended. */
export function RecordToolbar({
  filter,
  usual,
  isOwn,
  hasApps = true,
  isFetching,
  onFilter,
  onRefresh,
  end,
}: RecordToolbarProps) {
  const t = useTranslations("records");
  const texts = useRecordTexts();
  const span = spanOf(filter, usual);
  const options = (group: "feedback" | "reason" | "status", values: readonly string[]) =>
    ["all", ...values].map((value) => ({ value, label: t(`${group}.${value}` as "status.all") }));
  const orNothing = (value: string) => (value === "all" ? "" : value);
  return (
    <ListToolbar
      search={isOwn ? t("own.search") : t("search")}
      keyword={filter.q ?? ""}
      onKeyword={(q) => onFilter({ q })}
      refresh={{ label: t("actions.refresh"), isFetching, onRefresh }}
      end={end}
    >
      <SpanFilter
        labels={{ span: t("filter.span"), from: t("filter.from"), to: t("filter.to") }}
        value={span}
        usual={usual}
        options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        days={filter}
        onChange={onFilter}
      />
      {!isOwn && <Picked kind="user" name="user" label={t("filter.person")} filter={filter} onFilter={onFilter} />}
      {!isOwn && (
        <Picked kind="department" name="dept" label={t("filter.department")} filter={filter} onFilter={onFilter} />
      )}
      {hasApps && (
        <FilterMenu
          label={t("filter.app")}
          value={filter.app ?? "all"}
          options={[
            { value: "all", label: t("filter.allApps") },
            ...CONVERSATION_APPS.map((value) => ({ value, label: texts.app(value) })),
          ]}
          onChange={(value) => onFilter({ app: orNothing(value) })}
        />
      )}
      <Picked
        kind={isOwn ? "own-model" : "model"}
        name="model"
        label={t("filter.model")}
        filter={filter}
        onFilter={onFilter}
      />
      <FilterMenu
        label={t("filter.feedback")}
        value={filter.feedback ?? "all"}
        options={options("feedback", FEEDBACKS)}
        onChange={(value) => onFilter({ feedback: orNothing(value), reason: "" })}
      />
      {filter.feedback === "dislike" && (
        <FilterMenu
          label={t("filter.reason")}
          value={filter.reason ?? "all"}
          options={options("reason", REASONS)}
          onChange={(value) => onFilter({ reason: orNothing(value) })}
        />
      )}
      <FilterMenu
        label={t("filter.status")}
        value={filter.status ?? "all"}
        options={options("status", STATUSES)}
        onChange={(value) => onFilter({ status: orNothing(value) })}
      />
    </ListToolbar>
  );
}

interface PickedProps {
  kind: "user" | "department" | "model" | "own-model";
  name: "user" | "dept" | "model";
  label: string;
  filter: Filter;
  onFilter: (patch: Filter) => void;
}

/** The filter of one kind of thing. */
function Picked({ kind, name, label, filter, onFilter }: PickedProps) {
  const t = useTranslations("records.filter");
  return (
    <IdFilter
      label={label}
      id={filter[name]}
      named={(id) => choiceQuery(kind, id)}
      unnamed={t("chosen")}
      source={kind === "own-model" ? OWN_MODELS : choices(kind)}
      onPick={(id) => onFilter({ [name]: id })}
    />
  );
}
