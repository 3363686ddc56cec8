"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

interface ColumnChoiceProps {
  columns: readonly { key: string; header: string; hideable?: boolean }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

/** Lets the person choose the columns of a table. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const t = useTranslations("common.table");
  const toggle = (key: string, visible: boolean) => {
    const next = new Set(hidden);
    if (visible) next.delete(key);
    else next.add(key);
    onChange(next);
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton icon={Columns3} label={t("columns")} size={32} />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("columns")} className="w-52 p-2">
        {columns
          .filter((column) => column.hideable)
          .map((column) => (
            <div key={column.key} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
              <Checkbox
                id={`column-${column.key}`}
                checked={!hidden.has(column.key)}
                onCheckedChange={(checked) => toggle(column.key, checked === true)}
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
