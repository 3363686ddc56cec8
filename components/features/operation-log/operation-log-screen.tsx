"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue, useMemo } from "react";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useAddressState } from "@/components/common/use-address-state";
import { LogFrame } from "@/components/layout/log-frame";
import { isFiltered, type LogState, logQueryOf, logStateQuery } from "@/lib/features/operation-log/filter";
import { exportOperations, operationsQuery } from "@/lib/features/operation-log/hooks";
import { FIRST_HIDDEN, useLogColumns } from "./log-columns";
import { LogToolbar } from "./log-toolbar";

const OperationDrawer = lazy(() => import("./operation-drawer").then((m) => ({ default: m.OperationDrawer })));
const ChainDrawer = lazy(() => import("./chain-drawer").then((m) => ({ default: m.ChainDrawer })));

/** Who did what, when, from where, and proof that nobody changed the record of it. */
export function OperationLogScreen({ first }: { first: LogState }) {
  const t = useTranslations("operation-log");
  const [state, change] = useAddressState(first, logStateQuery);
  const deferred = useDeferredValue(state.filter);
  // A span is counted from the moment it was chosen, so that pages fit together.
  const filter = useMemo(() => logQueryOf(deferred, Date.now()), [deferred]);
  const query = useInfiniteQuery({ ...operationsQuery(filter), placeholderData: keepPreviousData });
  const handleFilter = (patch: LogState["filter"]) => change({ filter: { ...state.filter, ...patch } });
  const handleClose = () => change({ open: null });
  const columns = useLogColumns((open) => change({ open }));
  const { hidden, choice } = useHiddenColumns(columns, FIRST_HIDDEN);
  return (
    <>
      <LogFrame
        title={t("title")}
        group={t("group")}
        guard={{ label: t("actions.chain"), onOpen: () => change({ open: "chain" }) }}
        onExport={(format) => exportOperations(filter, format)}
        choice={choice}
        toolbar={(end) => (
          <LogToolbar
            filter={state.filter}
            isFetching={query.isFetching}
            onFilter={handleFilter}
            onRefresh={() => handleFilter({})}
            end={end}
          />
        )}
      >
        <CursorTable
          label={t("title")}
          columns={columns}
          hidden={hidden}
          rowKey={(row) => row.id}
          state={query}
          onOpen={(row) => change({ open: row.id })}
          onClearFilters={isFiltered(state) ? () => change({ filter: {} }) : undefined}
          empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
        />
      </LogFrame>
      <LazyBoundary onFailure={handleClose}>
        {state.open === "chain" ? (
          <ChainDrawer onClose={handleClose} onOpen={(open) => change({ open })} />
        ) : (
          state.open && (
            <OperationDrawer
              id={state.open}
              onClose={handleClose}
              onNarrow={(patch) => change({ filter: { ...state.filter, ...patch }, open: null })}
            />
          )
        )}
      </LazyBoundary>
    </>
  );
}
