"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import type { Column, Sort } from "./types";

interface PhoneSortProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
}

/** The order of a list on a phone, where no table head stands above it. */
export function PhoneSort<Row>({ columns, sort, onSortChange }: PhoneSortProps<Row>) {
  const t = useTranslations("common.table");
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ key, header }) => [
    { value: `${key} asc`, label: t("sortUp", { column: header }) },
    { value: `${key} desc`, label: t("sortDown", { column: header }) },
  ]);
  return (
    <div className="border-b px-4 py-2 md:hidden">
      <Select
        prefix={t("sort")}
        value={sort && `${sort.key} ${sort.descending ? "desc" : "asc"}`}
        options={options}
        onValueChange={(value) => {
          const [key = "", order] = value.split(" ");
          onSortChange({ key, descending: order === "desc" });
        }}
        className="w-full"
      />
    </div>
  );
}
