"use client";

import type { ReactNode } from "react";
import { ListToolbar } from "@/components/common/list-toolbar";
import type { GatewayState } from "@/lib/features/gateway/state";

interface TabToolbarProps {
  state: GatewayState;
  searchLabel: string;
  onFilter: (filter: GatewayState["filter"]) => void;
  children?: ReactNode;
}

/** Search, then the tab's own filters. */
export function TabToolbar({ state: { filter }, searchLabel, onFilter, children }: TabToolbarProps) {
  return (
    <ListToolbar search={searchLabel} keyword={filter.q} onKeyword={(q) => onFilter({ ...filter, q })}>
      {children}
    </ListToolbar>
  );
}
