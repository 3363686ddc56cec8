"use client";

import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet, Printer } from "lucide-react";
import { ErrorState } from "@/components/common/error-state";
import { useExport } from "@/components/common/export-menu";
import { PrintLayer } from "@/components/common/print-layer";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { addMonths, firstOfMonth } from "@/lib/config/day-range";
import { isDay } from "@/lib/config/time";
import { exports, statementQuery } from "@/lib/features/reports/hooks";
import { ChoiceButton } from "./choice-button";
import { useFormat, useReportTexts } from "./format";
import { Statement } from "./statement";

interface StatementDrawerProps {
  /** Month, comma, department's id or nothing. */
  value: string;
  today: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** Months offered, the running one first. */
const MONTHS = 24;

/** A department's month: to look at, to print, to download. Loaded when it is first wanted. */
export function StatementDrawer({ value, today, onChange, onClose }: StatementDrawerProps) {
  const t = useReportTexts();
  const [asked = "", department = ""] = value.split(",");
  const month = isDay(`${asked}-01`) ? asked : today.slice(0, 7);
  const departmentId = /^[0-9a-f-]{36}$/.test(department) ? department : undefined;
  const query = useQuery(statementQuery(month, departmentId));
  const download = useExport();
  const format = useFormat(query.data?.currency ?? "CNY");
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(firstOfMonth(today), -index).slice(0, 7));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        size="large"
        title={t("statement.title")}
        className="flex flex-col gap-4"
        footer={
          <>
            <Button
              icon={FileSpreadsheet}
              loading={download.isRunning}
              onClick={() => download.run(() => exports.statement(month, departmentId))}
            >
              {t("statement.excel")}
            </Button>
            <Button variant="primary" icon={Printer} disabled={!query.data} onClick={() => window.print()}>
              {t("statement.print")}
            </Button>
          </>
        }
      >
        <div className="flex flex-wrap gap-2">
          <Select
            prefix={t("statement.month")}
            value={month}
            onValueChange={(next) => onChange(`${next},${department}`)}
            options={[...new Set([...months, month])].map((text) => ({
              value: text,
              label: format.month(`${text}-01`),
            }))}
          />
          <ChoiceButton
            kind="dept"
            label={t("statement.department")}
            anyLabel={t("statement.everybody")}
            value={departmentId}
            onChange={(next) => onChange(`${month},${next ?? ""}`)}
          />
        </div>
        {query.isPending && (
          <div role="status" aria-label={t("statement.title")} className="space-y-4 py-4">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {query.isError && <ErrorState description={t("failed")} onRetry={() => void query.refetch()} />}
        {query.data && (
          <>
            <Statement data={query.data} format={format} />
            <PrintLayer>
              <Statement data={query.data} format={format} />
            </PrintLayer>
          </>
        )}
      </SheetContent>
    </Sheet>
  );
}
