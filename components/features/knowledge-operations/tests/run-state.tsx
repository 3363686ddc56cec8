import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { RecallRunDto } from "@/lib/features/knowledge-operations/recall-dto";

const TONES = { running: "primary", done: "success", cancelled: "neutral", failed: "danger" } as const;

/** How a run of a test set stands. */
export function RunState({ state }: { state: RecallRunDto["state"] }) {
  const t = useTranslations("knowledge-operations-tests.state");
  return (
    <Status tone={TONES[state]} hollow={state === "cancelled"}>
      {t(state)}
    </Status>
  );
}
