"use client";

import type { ComponentProps, ReactNode } from "react";
import { FilterMenu } from "@/components/common/filter-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import type { ListView } from "@/components/common/use-view";
import { ViewSwitch } from "@/components/common/view-switch";
import { Segmented } from "@/components/ui/segmented";

type Menu = ComponentProps<typeof FilterMenu>;

interface CardListToolbarProps<Part extends string> {
  search: string;
  keyword: string;
  onKeyword: (keyword: string) => void;
  /** Undefined where the order is fixed. */
  sort: Menu | undefined;
  view: ListView;
  onView: (view: ListView) => void;
  part: {
    label: string;
    value: Part;
    options: readonly { value: Part; label: ReactNode; count?: number }[];
    onChange: (part: Part) => void;
  };
  kind: Menu;
}

/** The line above things people make and share: search, whose they are, their kind; at the right their order and look. */
export function CardListToolbar<Part extends string>({
  sort,
  view,
  onView,
  part,
  kind,
  ...search
}: CardListToolbarProps<Part>) {
  return (
    <ListToolbar
      {...search}
      end={
        <>
          {sort && <FilterMenu {...sort} />}
          <ViewSwitch view={view} onChange={onView} />
        </>
      }
    >
      <Segmented aria-label={part.label} value={part.value} onValueChange={part.onChange} options={part.options} />
      <FilterMenu {...kind} />
    </ListToolbar>
  );
}
