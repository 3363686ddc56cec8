import { useTranslations } from "next-intl";
import type { OpenedRecallItemDto } from "@/lib/features/knowledge-operations/recall-dto";
import { useFigures } from "./use-figures";

const STEPS = ["intent", "analysis", "rewrite", "search", "selection", "answer"] as const;

/** What was searched and found for a question at the moment it went wrong, or right (spec H5). */
export function ItemTrace({ trace }: { trace: NonNullable<OpenedRecallItemDto["trace"]> }) {
  const t = useTranslations("knowledge-operations-tests.form");
  const { score } = useFigures();
  return (
    <details className="rounded-md border">
      <summary className="cursor-pointer px-3 py-2 font-semibold text-sm">{t("trace")}</summary>
      <ol className="divide-y border-t">
        {trace.map(({ step, found, hidden }) => (
          <li key={step} className="space-y-1 px-3 py-2">
            <p className="text-fg-3 text-xs">{t(`traceStep.${STEPS.find((known) => known === step) ?? "other"}`)}</p>
            <ul className="space-y-0.5 text-sm">
              {found.map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change
                <li key={index} className="flex gap-2">
                  <span className="wrap-anywhere min-w-0 flex-1">{one.text ?? one.fileName}</span>
                  {one.isKept && <span className="text-success-ink text-xs">{t("isUsed")}</span>}
                  {one.score !== null && <span className="tnum text-fg-3">{score(one.score)}</span>}
                </li>
              ))}
            </ul>
            {hidden > 0 && <p className="text-fg-3 text-xs">{t("hidden", { count: hidden })}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
