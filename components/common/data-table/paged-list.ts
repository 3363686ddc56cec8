interface Paged {
  page: number;
  pageSize: number;
  sort: string;
  descending: boolean;
}

interface ListAddress<Filter> {
  plain: Filter;
  isFiltered(filter: Partial<Filter>): boolean;
}

/** The properties of a `DataTable` whose page, order and filters stand in the address. */
export function pagedList<Filter extends Paged>(
  address: ListAddress<NoInfer<Filter>>,
  filter: Filter,
  onFilter: (patch: Partial<NoInfer<Filter>>) => void,
) {
  // A filter says what its `sort` may be; the table says which column was chosen of those it was given.
  const narrow = onFilter as (patch: Partial<Paged>) => void;
  return {
    page: filter.page,
    pageSize: filter.pageSize,
    sort: { key: filter.sort, descending: filter.descending },
    onPageChange: (page: number) => narrow({ page }),
    onPageSizeChange: (pageSize: number) => narrow({ pageSize }),
    onSortChange: ({ key, descending }: { key: string; descending: boolean }) => narrow({ sort: key, descending }),
    onClearFilters: address.isFiltered(filter) ? () => onFilter(address.plain) : undefined,
  };
}
