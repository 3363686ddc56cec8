import { isFiltered } from "@/lib/features/gateway/state";
import type { TabProps } from "./gateway-screen";

const PAGE_SIZE = 20;

/** What every list of the gateway is told of the address. */
export function filterProps({ state, onChange }: TabProps) {
  return { onClearFilters: isFiltered(state) ? () => onChange({ filter: {} }) : undefined };
}

/** As `filterProps`, for a list with pages. */
export function pageProps(tab: TabProps) {
  return {
    ...filterProps(tab),
    page: tab.state.page,
    pageSize: PAGE_SIZE,
    onPageChange: (page: number) => tab.onChange({ page }),
  };
}
