"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useMemo, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SearchInput } from "@/components/common/search-input";
import { indexTree, pathTo, withBelow } from "@/components/common/tree/tree-model";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { departmentsQuery } from "@/lib/features/organisation/hooks";

const DepartmentTree = lazy(() => import("./department-tree").then((module) => ({ default: module.DepartmentTree })));

interface DepartmentPickerProps {
  value: string | null;
  onChange: (id: string | null) => void;
  /** Said by the trigger when there is no label beside it. */
  label: string;
  id?: string;
  /** This department and all below it cannot be chosen. */
  without?: string;
  /** May be taken back to none. */
  clearable?: boolean;
  /** In a toolbar: the label stands inside. */
  filter?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string;
}

/** Chooses a department: a control that opens the tree with a search. */
export function DepartmentPicker({
  value,
  onChange,
  label,
  id,
  without,
  clearable,
  filter,
  invalid,
  disabled,
  describedBy,
}: DepartmentPickerProps) {
  const t = useTranslations("organisation.departments");
  const [open, setOpen] = useState(false);
  const { data: departments = [], isPending } = useQuery(departmentsQuery);
  const index = useMemo(() => indexTree(departments), [departments]);
  const path = pathTo(index, value);
  const shown = filter ? path.at(-1)?.name : path.map(({ name }) => name).join(" / ");
  return (
    <span className={cn("inline-flex min-w-0 items-center", !filter && "w-full")}>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <button
            type="button"
            id={id}
            disabled={disabled}
            // In a toolbar the name stands inside.
            aria-label={filter ? undefined : `${label}: ${shown || t("choose")}`}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className={cn(
              "inline-flex h-8 min-w-0 items-center gap-2 rounded-sm border bg-background px-2.5 text-left text-sm hover:bg-subtle disabled:bg-muted disabled:text-fg-3 pointer-coarse:h-11",
              filter ? "border-border-strong shadow-xs" : "w-full border-input",
              invalid && "border-danger",
            )}
          >
            {filter && <span className="text-fg-3">{label}</span>}
            <span className={cn("min-w-0 flex-1 truncate", filter && "max-w-40", !shown && "text-fg-3")}>
              {shown || (filter ? t("all") : isPending ? "" : t("choose"))}
            </span>
            <ChevronDown aria-hidden size={14} className="shrink-0 text-fg-3" />
          </button>
        </PopoverTrigger>
        <PopoverContent align="start" aria-label={label} className="w-(--w-picker,320px) max-w-[calc(100vw-16px)] p-2">
          <LazyBoundary onFailure={() => setOpen(false)} fallback={<Skeleton className="h-64 w-full" />}>
            <PickerTree
              label={label}
              departments={departments}
              selectedId={value}
              excluded={without ? withBelow(index, without) : undefined}
              onPick={(picked) => {
                onChange(picked);
                setOpen(false);
              }}
            />
          </LazyBoundary>
        </PopoverContent>
      </Popover>
      {clearable && value && (
        <IconButton
          icon={X}
          size={24}
          label={t("clear", { name: label })}
          onClick={() => onChange(null)}
          className="ml-0.5"
        />
      )}
    </span>
  );
}

interface PickerTreeProps {
  label: string;
  departments: readonly DepartmentDto[];
  selectedId: string | null;
  excluded?: ReadonlySet<string>;
  onPick: (id: string) => void;
}

function PickerTree({ label, departments, selectedId, excluded, onPick }: PickerTreeProps) {
  const t = useTranslations("organisation.departments");
  const [keyword, setKeyword] = useState("");
  return (
    <>
      <SearchInput label={t("search")} value={keyword} onChange={setKeyword} soft autoFocus className="mb-2 w-full" />
      <DepartmentTree
        label={label}
        departments={departments}
        keyword={keyword}
        selectedId={selectedId}
        excluded={excluded}
        onSelect={({ id }) => onPick(id)}
        className="h-64"
      />
    </>
  );
}
