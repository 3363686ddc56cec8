import { UnpricedNote } from "@/components/common/unpriced-note";
import { Meter } from "@/components/ui/meter";
import type { DashboardDto } from "@/lib/features/reports/dto";
import { costText } from "./cost";
import { type Format, useReportTexts } from "./format";
import { TopCard } from "./top-card";

/** What the running month has cost and what it will come to. */
export function MoneyCard({ projection, format }: { projection: DashboardDto["projection"]; format: Format }) {
  const t = useReportTexts();
  return (
    <TopCard title={t("money.title")}>
      {projection ? (
        <div className="space-y-3">
          <dl className="grid grid-cols-2 gap-3">
            {(["spent", "projected"] as const).map((key) => (
              <div key={key} className="min-w-0">
                <dt className="text-fg-3 text-xs">{t(`money.${key}`)}</dt>
                <dd className="tnum truncate font-semibold text-[20px] leading-8 tracking-tight">
                  {costText({ ...projection, costMicros: projection[`${key}Micros`] }, format)}
                </dd>
              </div>
            ))}
          </dl>
          <Meter
            label={t("money.title")}
            value={(projection.spentMicros / Math.max(1, projection.projectedMicros)) * 100}
          />
          <UnpricedNote count={projection.unpriced} className="block" />
          <p className="text-fg-3 text-xs">{t("money.hint")}</p>
        </div>
      ) : (
        <p className="text-fg-3 text-sm">{t("money.none")}</p>
      )}
    </TopCard>
  );
}
