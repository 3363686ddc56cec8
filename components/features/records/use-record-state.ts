"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { type RecordState, recordQueryOf, recordStateQuery, type Span } from "@/lib/features/records/filter";
import { type RecordList, recordsQuery } from "@/lib/features/records/hooks";

/** A list of rounds whose filters and open drawer stand in the address. */
export function useRecordState(list: RecordList, first: RecordState, usual: Span) {
  const [state, setState] = useState(first);
  const deferred = useDeferredValue(state.filter);
  const query = useMemo(() => recordQueryOf(deferred, usual), [deferred, usual]);
  const records = useInfiniteQuery({ ...recordsQuery(list, query), placeholderData: keepPreviousData });
  const change = (patch: Partial<RecordState>) => {
    const next = { ...state, ...patch };
    setState(next);
    window.history.replaceState(null, "", `${window.location.pathname}${recordStateQuery(next)}`);
  };
  const narrow = (patch: RecordState["filter"]) => change({ filter: { ...state.filter, ...patch } });
  return { state, query, records, change, narrow };
}
