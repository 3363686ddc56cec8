"use client";

import { Check, CircleDashed, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import type { CheckState, FindingDto } from "@/lib/features/preview/dto";
import { bytesText } from "@/lib/text/bytes";

const LOOK: Record<CheckState, { icon: LucideIcon; className: string }> = {
  error: { icon: CircleX, className: "text-danger-ink" },
  warning: { icon: TriangleAlert, className: "text-warning-ink" },
  missing: { icon: CircleDashed, className: "text-fg-3" },
  done: { icon: Check, className: "text-success-ink" },
};

const BYTES = ["free", "total", "size"];

/** What a check found, in words, with the way to do something about it. */
export function FindingRow({ finding }: { finding: FindingDto }) {
  const t = useTranslations("preview");
  const { icon: Icon, className } = LOOK[finding.state];
  const base = `check.${finding.name}`;
  const title = t(`${base}.title` as "check.models.title");
  const args = Object.fromEntries(
    Object.entries(finding.args).map(([name, value]) => [
      name,
      BYTES.includes(name) ? bytesText(Number(value)) : value,
    ]),
  );
  const text = t(`${base}.${finding.variant ?? finding.state}` as "check.models.done", args as { count: number });
  const action = finding.state === "done" ? t("view") : finding.state === "missing" ? t("setUp") : t("open");
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={17} strokeWidth={2} className={`mt-0.5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <div className="font-medium text-base">
          {title}
          <span className="sr-only">, {t(`state.${finding.state}`)}</span>
        </div>
        <p className="mt-0.5 text-pretty text-fg-2 text-sm">{text}</p>
      </div>
      {finding.href && (
        <Link
          href={finding.href}
          prefetch={false}
          aria-label={t("openLabel", { action, title })}
          className={buttonClass(finding.state === "done" ? "ghost" : "default", "sm")}
        >
          {action}
        </Link>
      )}
    </li>
  );
}
