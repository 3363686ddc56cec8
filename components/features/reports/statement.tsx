import type { ReactNode } from "react";
import type { Figures, StatementDto } from "@/lib/features/reports/dto";
import { labelOf } from "@/lib/features/reports/label";
import { Cost } from "./cost";
import { type Format, useReportTexts } from "./format";

const COLUMNS = ["calls", "tokens", "images", "cost"] as const;

function textOf(figures: Figures, column: (typeof COLUMNS)[number], format: Format): ReactNode {
  return column === "cost" ? <Cost figures={figures} format={format} /> : format.whole(figures[column]);
}

/** A department's month on paper. */
export function Statement({ data, format }: { data: StatementDto; format: Format }) {
  const t = useReportTexts();
  const department = data.department ? labelOf(data.department, "department", t) : t("statement.everybody");
  const { full } = format.moment(data.generatedAt, data.timeZone);
  const own = data.own;
  return (
    <article className="space-y-5 text-sm">
      <header>
        <h2 className="font-semibold text-lg">
          {department} · {format.month(`${data.month}-01`)}
        </h2>
        <p className="tnum text-fg-3 text-xs">
          {t("statement.generated")} {full} · {t("statement.zone", { zone: data.timeZone })}
        </p>
      </header>
      {data.total.calls === 0 ? (
        <p className="py-10 text-center text-fg-3">{t("statement.empty")}</p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure label={t("column.cost")} value={<Cost figures={data.total} format={format} />} />
            <Figure label={t("column.tokens")} value={format.whole(data.total.tokens)} />
            <Figure label={t("column.calls")} value={format.whole(data.total.calls)} />
            <Figure label={t("statement.people")} value={format.whole(data.people)} />
          </dl>
          {own && (
            <Sums
              title={t("statement.department")}
              format={format}
              rows={[
                { key: "own", label: t("statement.own"), figures: own },
                { key: "below", label: t("statement.below"), figures: minus(data.total, own) },
              ]}
              total={data.total}
            />
          )}
          {(["app", "model", "department"] as const).map((kind) => (
            <Sums
              key={kind}
              title={t(`statement.by.${kind}`)}
              format={format}
              rows={{ app: data.apps, model: data.models, department: data.departments }[kind].map((row) => ({
                key: row.key,
                label: labelOf(row, kind, t),
                figures: row.figures,
              }))}
              total={data.total}
            />
          ))}
          <Sums
            title={t("statement.lines")}
            format={format}
            rows={data.lines.map(({ app, model, figures }) => ({
              key: `${app.key} ${model.key}`,
              label: `${labelOf(app, "app", t)} · ${labelOf(model, "model", t)}`,
              figures,
            }))}
            total={data.total}
          />
        </>
      )}
    </article>
  );
}

/** What the columns show of two sums' difference. */
function minus(a: Figures, b: Figures): Figures {
  return {
    ...a,
    calls: a.calls - b.calls,
    tokens: a.tokens - b.tokens,
    images: a.images - b.images,
    costMicros: a.costMicros - b.costMicros,
    unpriced: a.unpriced - b.unpriced,
  };
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border px-3 py-2">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="tnum truncate font-semibold text-base">{value}</dd>
    </div>
  );
}

interface SumsProps {
  title: string;
  rows: readonly { key: string; label: string; figures: Figures }[];
  total: Figures;
  format: Format;
}

function Sums({ title, rows, total, format }: SumsProps) {
  const t = useReportTexts();
  const cell = "tnum whitespace-nowrap py-1.5 pl-3 text-right";
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <table className="w-full">
        <thead>
          <tr className="border-b text-fg-3 text-xs">
            <th scope="col" className="py-1.5 text-left font-normal">
              {t("column.name")}
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={`${cell} font-normal`}>
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, figures }) => (
            <tr key={key} className="border-b">
              <th scope="row" className="break-words py-1.5 text-left font-normal">
                {label}
              </th>
              {COLUMNS.map((column) => (
                <td key={column} className={cell}>
                  {textOf(figures, column, format)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {t("statement.total")}
            </th>
            {COLUMNS.map((column) => (
              <td key={column} className={cell}>
                {textOf(total, column, format)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
