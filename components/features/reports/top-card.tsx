import type { ReactNode } from "react";
import { useReportTexts } from "./format";

interface TopCardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A card beside a chart. */
export function TopCard({ title, action, children }: TopCardProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col rounded-md border p-4">
      <header className="mb-3 flex min-h-7 items-center gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
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
