"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { cn } from "@/components/ui/cn";
import type { StepFinding } from "@/lib/stream/parts";
import { BaseNamesContext } from "./context";

/** Words a step found, in the order of their kinds. */
const WORDS = ["date", "figure", "name", "term"] as const;

/** What a step found (spec G4): words of the question, its rewritings, slices by base, and those that were chosen. */
export function StepFindings({ found }: { found: readonly StepFinding[] }) {
  const t = useTranslations("chat.steps.found");
  const of = (kind: StepFinding["kind"]) => found.filter((one) => one.kind === kind);
  const [queries, bases, slices] = [of("query"), of("base"), of("slice")];
  return (
    <>
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        {WORDS.map((kind) => {
          const words = of(kind);
          return (
            words.length > 0 && (
              <span key={kind}>
                {t(kind)} <span className="text-fg-2">{words.map(({ text }) => text).join(" · ")}</span>
              </span>
            )
          );
        })}
      </p>
      {queries.map(({ text }) => (
        <p key={text} className="wrap-anywhere">
          “{text}”
        </p>
      ))}
      {bases.length > 0 && <Bases bases={bases} />}
      {slices.length > 0 && <Slices slices={slices} />}
    </>
  );
}

function Bases({ bases }: { bases: readonly StepFinding[] }) {
  const t = useTranslations("chat.steps");
  const names = useContext(BaseNamesContext);
  if (bases.length < 2) return null;
  return bases.map(({ baseId = "", slices = 0, files = 0 }) => (
    <p key={baseId} className="wrap-anywhere">
      {t("found.baseLine", { name: names.get(baseId) ?? t("found.base"), slices, files })}
    </p>
  ));
}

/** A bar for each slice, its height the score; names and figures below for whoever looks closer. */
function Slices({ slices }: { slices: readonly StepFinding[] }) {
  const t = useTranslations("chat.steps.found");
  const nameOf = ({ text, part = 0 }: StepFinding) => (text ? t("sliceLine", { name: text, part }) : t("hidden"));
  return (
    <details className="group mt-0.5">
      <summary className="flex w-fit cursor-pointer list-none items-end gap-1 rounded-xs">
        <span className="sr-only">{t("scores")}</span>
        <span aria-hidden className="flex h-3.5 items-end gap-[3px]">
          {slices.map(({ isKept, score = 0 }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is what they are known by
              key={index}
              className={cn("w-[5px] rounded-[1px]", isKept ? "bg-primary" : "bg-border-strong")}
              style={{ height: `${Math.max(15, Math.round(score * 100))}%` }}
            />
          ))}
        </span>
      </summary>
      <ol className="mt-1 space-y-0.5">
        {slices.map((slice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is what they are known by
          <li key={index} className={cn("flex gap-2", slice.isKept && "text-fg-2")}>
            <span className="tnum w-8 shrink-0">{(slice.score ?? 0).toFixed(2)}</span>
            <span className="min-w-0 flex-1 truncate">{nameOf(slice)}</span>
            <span className="shrink-0">{t(slice.isKept ? "kept" : "left")}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
