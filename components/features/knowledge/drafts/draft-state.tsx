import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { DraftDto } from "@/lib/features/knowledge/draft-dto";

const TONES = { open: "warning", approved: "success", rejected: "neutral" } as const satisfies Record<string, Tone>;

/** Whether a draft waits, or what was decided. */
export function DraftState({ state }: Pick<DraftDto, "state">) {
  const t = useTranslations("knowledge-drafts.state");
  return <Status tone={TONES[state]}>{t(state)}</Status>;
}
