"use client";

import { LayoutGrid, Rows3 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ListView } from "@/components/common/use-view";
import { Segmented } from "@/components/ui/segmented";

/** Cards or a table; a phone has cards alone. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  const t = useTranslations("common.view");
  return (
    <Segmented
      aria-label={t("label")}
      value={view}
      onValueChange={onChange}
      options={[
        { value: "table", label: <Rows3 aria-label={t("table")} size={15} strokeWidth={1.75} /> },
        { value: "cards", label: <LayoutGrid aria-label={t("cards")} size={15} strokeWidth={1.75} /> },
      ]}
      className="max-md:hidden"
    />
  );
}
