"use client";

import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

export interface ColumnPopoverProps {
  columns: readonly { key: string; header: string; hideable?: boolean }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** Lets the person choose the columns of a table; opens as soon as it has been loaded. */
export function ColumnPopover({ trigger, columns, hidden, onChange }: ColumnPopoverProps & { trigger: ReactElement }) {
  const t = useTranslations("common.table");
  const [open, setOpen] = useState(true);
  const toggle = (key: string, visible: boolean) => {
    const next = new Set(hidden);
    if (visible) next.delete(key);
    else next.add(key);
    onChange(next);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label={t("columns")} className="w-52 p-2">
        {columns
          .filter((column) => column.hideable)
          .map((column) => (
            <div key={column.key} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
              <Checkbox
                id={`column-${column.key}`}
                checked={!hidden.has(column.key)}
                onCheckedChange={(visible) => toggle(column.key, visible)}
              />
              <label htmlFor={`column-${column.key}`} className="flex-1 text-sm">
                {column.header}
              </label>
            </div>
          ))}
      </PopoverContent>
    </Popover>
  );
}
