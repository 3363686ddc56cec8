import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { RunStatus } from "@/lib/config/app-runs";
import { RUN_TONES } from "./use-run-words";

/** What has become of a run: a dot and a word. */
export function RunState({ status, className }: { status: RunStatus; className?: string }) {
  const t = useTranslations("apps-runs.status");
  return (
    <Status {...RUN_TONES[status]} className={className}>
      {t(status)}
    </Status>
  );
}
