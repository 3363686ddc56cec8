"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { RecallFigures } from "@/lib/features/knowledge-operations/recall-dto";
import { MEASURES, type Measure } from "@/lib/features/knowledge-operations/recall-figures";
import { COMPARED_QUESTIONS_MIN } from "@/lib/features/knowledge-operations/recall-limits";
import { useFigures } from "./use-figures";

const TONES = { better: "success", worse: "danger", same: "neutral", tooFew: "neutral" } as const;
const AS_SCORE: readonly Measure[] = ["mrr", "ndcg"];

/** Figures of a run; of two settings side by side, with how sure their difference is. */
export function RunFigures({ figures: { first, second, differences, counted, left } }: { figures: RecallFigures }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const { share, score, difference } = useFigures();
  const figure = (name: Measure, value: number) => (AS_SCORE.includes(name) ? score(value) : share(value));
  return (
    <section aria-label={t("figures")} className="border-b px-4 py-4 md:px-5">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold text-sm">{t("figures")}</h3>
        <p className="text-fg-3 text-xs">
          {t("counted", { count: counted })}
          {left > 0 && ` · ${t("left", { count: left })}`}
        </p>
      </header>
      {differences && counted < COMPARED_QUESTIONS_MIN && (
        <p className="mt-1 text-warning-ink text-xs">{t("tooFew", { min: COMPARED_QUESTIONS_MIN })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="mt-3 max-w-200 overflow-x-auto rounded-md border">
        <Table aria-label={t("figures")}>
          <thead>
            <tr>
              <TableHead>{t("column.measure")}</TableHead>
              <TableHead className="text-right">{t("side.first")}</TableHead>
              {differences && (
                <>
                  <TableHead className="text-right">{t("side.second")}</TableHead>
                  <TableHead className="text-right">{t("column.difference")}</TableHead>
                  <TableHead className="text-right">{t("column.interval")}</TableHead>
                  <TableHead>{t("column.verdict")}</TableHead>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {MEASURES.map((name) => (
              <TableRow key={name}>
                <TableCell>
                  <span className="block whitespace-nowrap">{t(`measure.${name}`)}</span>
                  <span className="block text-fg-3 text-xs">{t(`hint.${name}`)}</span>
                </TableCell>
                <TableCell className="tnum text-right font-semibold">{figure(name, first[name])}</TableCell>
                {differences && second && (
                  <>
                    <TableCell className="tnum text-right font-semibold">{figure(name, second[name])}</TableCell>
                    <TableCell className="tnum text-right">{difference(differences[name].mean)}</TableCell>
                    <TableCell className="tnum whitespace-nowrap text-right text-fg-2">
                      {difference(differences[name].low)} – {difference(differences[name].high)}
                    </TableCell>
                    <TableCell>
                      <Status tone={TONES[differences[name].verdict]} hollow={differences[name].verdict === "tooFew"}>
                        {t(`verdict.${differences[name].verdict}`)}
                      </Status>
                    </TableCell>
                  </>
                )}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
