"use client";

import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { LazyTrigger } from "../lazy-trigger";
import { loadedPart } from "../loaded-part";
import type { Column } from "./types";

const ColumnPopover = loadedPart(async () => (await import("./column-popover")).ColumnPopover);

/** Which columns a person hid, and the button to choose them. `first` stand aside until they are asked for. */
export function useHiddenColumns<Row>(
  columns: readonly Column<Row>[],
  first: ReadonlySet<string> = new Set(),
): { hidden: ReadonlySet<string>; choice: ReactNode } {
  const t = useTranslations("common.table");
  const [hidden, setHidden] = useState(first);
  const choice = (
    <LazyTrigger
      opens="dialog"
      load={ColumnPopover.preload}
      button={(handlers) => <IconButton icon={Columns3} label={t("columns")} size={32} {...handlers} />}
    >
      {(trigger) => (
        <ColumnPopover fallback={trigger} trigger={trigger} columns={columns} hidden={hidden} onChange={setHidden} />
      )}
    </LazyTrigger>
  );
  return { hidden, choice };
}
