"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Selection } from "./types";

interface BulkBarProps<Row> {
  selection: Selection<Row>;
  /** Rows of the shown page, and of the whole filter. */
  shown: number;
  total: number;
}

/** What can be done with the picked rows, floating over the end of the list (design 7.1). */
export function BulkBar<Row>({ selection, shown, total }: BulkBarProps<Row>) {
  const t = useTranslations("common.table");
  const { keys, all = false, onChange, offersAll, actions } = selection;
  if (keys.size === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t("bulk")}
      className="pop absolute inset-x-3 bottom-15 z-(--z-sticky) mx-auto flex w-fit max-w-[calc(100%-24px)] flex-wrap items-center gap-2 rounded-lg border bg-popover px-3 py-2 text-sm shadow-lg"
    >
      <span role="status" className="tnum whitespace-nowrap font-semibold">
        {t("selected", { count: all ? total : keys.size })}
      </span>
      {offersAll && !all && keys.size >= shown && total > keys.size && (
        <Button size="sm" variant="ghost" onClick={() => onChange(keys, true)}>
          {t("selectAll", { count: total })}
        </Button>
      )}
      {actions}
      <IconButton icon={X} label={t("unselect")} onClick={() => onChange(new Set(), false)} />
    </div>
  );
}
