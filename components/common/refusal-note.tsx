"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

/** Why something was not removed, and what stands in the way, as far as it is named. */
export interface Refusal {
  reason: string;
  things: readonly string[];
  /** All of them. */
  count: number;
}

/** The reason of a refusal with its things. */
export function RefusalNote({ reason, things, count }: Refusal) {
  const t = useTranslations("common.refusal");
  const left = count - things.length;
  return (
    <div role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-danger-ink text-sm">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden size={15} className="mt-1 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{reason}</span>
      </p>
      {things.length > 0 && (
        <ul aria-label={t("inTheWay")} className="mt-1 list-disc pl-10 text-fg">
          {things.map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
          {left > 0 && <li className="list-none text-fg-2">{t("more", { count: left })}</li>}
        </ul>
      )}
    </div>
  );
}
