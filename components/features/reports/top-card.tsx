import type { ReactNode } from "react";
import { useReportTexts } from "./format";

interface TopCardProps {
  title: string;
  /** What is counted, where it could be taken for something else. */
  hint?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A card beside a chart. */
export function TopCard({ title, hint, action, children }: TopCardProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col rounded-md border p-4">
      <header className="mb-3 flex min-h-7 items-center gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
        {hint && <span className="truncate text-fg-3 text-xs">{hint}</span>}
        <span className="ml-auto shrink-0">{action}</span>
      </header>
      {children}
    </section>
  );
}

/** Nothing to rank. */
export function NoRows() {
  const t = useReportTexts();
  return <p className="py-6 text-center text-fg-3 text-sm">{t("empty.rows")}</p>;
}
