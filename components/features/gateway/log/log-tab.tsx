"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useMemo } from "react";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { logsQuery } from "@/lib/features/gateway/log-hooks";
import type { TabProps } from "../gateway-screen";
import { filterProps } from "../tab-list";
import { useLogColumns } from "./log-columns";
import { logFilterOf } from "./log-filter";
import { LogToolbar } from "./log-toolbar";

const LogDrawer = lazy(() => import("./log-drawer").then((module) => ({ default: module.LogDrawer })));
const SettingsDrawer = lazy(() => import("./settings-drawer").then((module) => ({ default: module.SettingsDrawer })));

/** What was asked of models, by whom, and how it went. What was said stands in a record's drawer. */
export function LogTab({ state, onChange }: TabProps) {
  const t = useTranslations("gateway.log");
  // A span is counted from the moment it was chosen, so that pages fit together.
  const filter = useMemo(() => logFilterOf(state.filter, Date.now()), [state.filter]);
  const query = useInfiniteQuery(logsQuery(filter));
  const handleClose = () => onChange({ open: null });
  return (
    <>
      <LogToolbar
        filter={state.filter}
        isFetching={query.isFetching}
        onFilter={(next) => onChange({ filter: next })}
        onRefresh={() => onChange({ filter: { ...state.filter } })}
      />
      <CursorTable
        label={t("label")}
        columns={useLogColumns((open) => onChange({ open }))}
        rowKey={(row) => row.id}
        state={query}
        onOpen={(row) => onChange({ open: row.id })}
        {...filterProps({ state, onChange })}
        empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
      />
      <LazyBoundary onFailure={handleClose}>
        {state.open === "settings" ? (
          <SettingsDrawer onClose={handleClose} />
        ) : (
          state.open && <LogDrawer id={state.open} onClose={handleClose} />
        )}
      </LazyBoundary>
    </>
  );
}
