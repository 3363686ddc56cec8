"use client";

import { useTranslations } from "next-intl";
import type { StepDto } from "@/lib/features/apps/runs-dto";

/** What is to be known of a step without opening it: tries, what failed, who decided, what is being written. */
export function StepNotes({ step }: { step: StepDto }) {
  const t = useTranslations("apps-runs.step");
  const { attempts, isCached, isSimulated, error, partial } = step;
  const decision = decisionOf(step, t);
  return (
    <div className="space-y-0.5 pb-0.5 text-xs leading-5 empty:hidden">
      {attempts > 1 && <p className="text-warning-ink">{t("attempts", { count: attempts })}</p>}
      {isSimulated ? (
        <p className="text-fg-3">{t("simulated")}</p>
      ) : (
        isCached && <p className="text-fg-3">{t("cached")}</p>
      )}
      {decision && <p className="text-fg-2">{decision}</p>}
      {error && (
        <div className="text-danger-ink">
          <p>{error.message}</p>
          {error.detail && (
            <p className="mt-0.5 line-clamp-6 whitespace-pre-wrap break-words font-mono">{error.detail}</p>
          )}
        </div>
      )}
      {partial && (
        <p className="line-clamp-4 whitespace-pre-wrap break-words text-fg-2">
          <span className="sr-only">{t("writing")} </span>
          {partial.slice(-400)}
        </p>
      )}
    </div>
  );
}

type Words = ReturnType<typeof useTranslations<"apps-runs.step">>;

/** What a person decided, where one may read it. */
function decisionOf({ type, output }: StepDto, t: Words): string | null {
  if (type !== "human" || output === null || typeof output !== "object") return null;
  const { by, decision, comment } = output as { by?: unknown; decision?: unknown; comment?: unknown };
  if (typeof by !== "string" || by === "") return null;
  const said =
    decision === "approved" || decision === "rejected"
      ? t("decided", { name: by, decision: t(`decision.${decision}`) })
      : t("filled", { name: by });
  return typeof comment === "string" && comment !== "" ? `${said} · ${comment}` : said;
}
