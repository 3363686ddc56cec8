"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useAddressState } from "@/components/common/use-address-state";
import { type RecordState, recordQueryOf, recordStateQuery, type Span } from "@/lib/features/records/filter";
import { type RecordList, recordsQuery } from "@/lib/features/records/hooks";

/** A list of rounds whose filters and open drawer stand in the address. */
export function useRecordState(list: RecordList, first: RecordState, usual: Span) {
  const [state, change] = useAddressState(first, recordStateQuery);
  const deferred = useDeferredValue(state.filter);
  const query = useMemo(() => recordQueryOf(deferred, usual), [deferred, usual]);
  const records = useInfiniteQuery({ ...recordsQuery(list, query), placeholderData: keepPreviousData });
  const narrow = (patch: RecordState["filter"]) => change({ filter: { ...state.filter, ...patch } });
  return { state, query, records, change, narrow };
}
