"use client";

import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { Spinner } from "@/components/ui/spinner";
import { Status } from "@/components/ui/status";
import type { ToolAccessDto } from "@/lib/features/tools/dto";
import { useReason } from "./use-reason";

interface ToolStateProps {
  of: Pick<ToolAccessDto, "status" | "checkedAt" | "checkError">;
  isChecking: boolean;
}

/** The state of a tool or server: dot and word, what went wrong, when it was seen. */
export function ToolState({ of: { status, checkedAt, checkError }, isChecking }: ToolStateProps) {
  const t = useTranslations("tools.state");
  const moments = useMoments();
  const reason = useReason();
  if (isChecking) {
    return (
      <span className="inline-flex items-center gap-2 text-fg-2 text-sm">
        <Spinner size={12} />
        {t("checking")}
      </span>
    );
  }
  const time = checkedAt && (
    <time dateTime={checkedAt} className="tnum whitespace-nowrap text-fg-3 text-xs">
      {moments.minute(checkedAt)}
    </time>
  );
  if (status === "unknown") {
    return (
      <Status tone="neutral" hollow>
        {t("unknown")}
      </Status>
    );
  }
  if (status === "normal") {
    return (
      <span className="flex flex-wrap items-center gap-x-3">
        <Status tone="success">{t("normal")}</Status>
        {time}
      </span>
    );
  }
  const { short, full } = reason(checkError);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      <Status tone="danger">{t("abnormal")}</Status>
      <span className="min-w-0 truncate text-danger-ink text-xs" data-tooltip={full}>
        {short}
      </span>
      {time}
    </span>
  );
}
