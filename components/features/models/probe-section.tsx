"use client";

import { Square, Stethoscope } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMoments } from "@/components/common/use-moments";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { Status } from "@/components/ui/status";
import { MODEL_ABILITIES, type ModelAbility } from "@/lib/config/model-kinds";
import type { ModelProbeResult } from "@/lib/features/models/dto";
import { useModelProbe } from "@/lib/features/models/hooks";
import { abilityOf, PROBE_KINDS, type ProbeKind } from "@/lib/features/models/probe-kinds";
import { useReason } from "./use-reason";

interface ProbeSectionProps {
  modelId: string;
  probes: ModelProbeResult["probes"];
  abilities: readonly ModelAbility[];
  /** Ticks what was found; nothing is saved by it. */
  onTakeOver: (abilities: ModelAbility[]) => void;
}

/** What the model showed it can do when asked. Its ticks stay the administrator's. */
export function ProbeSection({ modelId, probes: stored, abilities, onTakeOver }: ProbeSectionProps) {
  const t = useTranslations("models.probe");
  const askModel = useModelProbe();
  const [result, setResult] = useState<ModelProbeResult | null>(null);
  const { isRunning, failure, start, stop } = useStoppable();
  const probes = result?.probes ?? stored;
  const found = withFound(abilities, probes);
  const differs = found.join() !== MODEL_ABILITIES.filter((ability) => abilities.includes(ability)).join();

  const handleProbe = () => start(async (signal) => setResult(await askModel(modelId, signal)));
  return (
    <section aria-label={t("title")} className="space-y-2 border-t pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-base">{t("title")}</h3>
        <span className="ml-auto flex gap-2">
          {differs && !isRunning && (
            <Button size="sm" onClick={() => onTakeOver(found)}>
              {t("takeOver")}
            </Button>
          )}
          {isRunning ? (
            <Button size="sm" icon={Square} onClick={stop}>
              {t("stop")}
            </Button>
          ) : (
            <Button size="sm" icon={Stethoscope} onClick={() => void handleProbe()}>
              {t("run")}
            </Button>
          )}
        </span>
      </div>
      <p className="text-fg-3 text-xs">{t("text")}</p>
      <ul className="rounded-md border" aria-live="polite">
        {PROBE_KINDS.map((kind) => (
          <ProbeRow key={kind} kind={kind} probe={probes[kind]} unsure={result?.unsure[kind]} isRunning={isRunning} />
        ))}
      </ul>
      <FormFailure error={failure} />
    </section>
  );
}

/** The abilities as the probes found them; those no probe knows stay. */
function withFound(abilities: readonly ModelAbility[], probes: ModelProbeResult["probes"]): ModelAbility[] {
  const found = new Set(abilities);
  for (const kind of PROBE_KINDS) {
    const ability = abilityOf(kind);
    if (!ability || !probes[kind]) continue;
    if (probes[kind].ok) found.add(ability);
    else found.delete(ability);
  }
  return MODEL_ABILITIES.filter((ability) => found.has(ability));
}

interface ProbeRowProps {
  kind: ProbeKind;
  probe: ModelProbeResult["probes"][ProbeKind];
  unsure: ModelProbeResult["unsure"][ProbeKind];
  isRunning: boolean;
}

function ProbeRow({ kind, probe, unsure, isRunning }: ProbeRowProps) {
  const t = useTranslations("models.probe");
  const moments = useMoments();
  const reason = useReason();
  const why = unsure ?? (probe && !probe.ok ? probe : null);
  const words = unsure?.detail || probe?.detail;
  return (
    <li className="px-3 py-2 text-sm not-last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-24">{t(`kind.${kind}`)}</span>
        {isRunning ? (
          <span className="inline-flex items-center gap-2 text-fg-2">
            <Spinner size={12} />
            {t("running")}
          </span>
        ) : probe ? (
          <Status tone={probe.ok ? "success" : "danger"}>{probe.ok ? t("ok") : t("failed")}</Status>
        ) : (
          <Status tone="neutral" hollow>
            {t("none")}
          </Status>
        )}
        {probe && !isRunning && (
          <time dateTime={probe.at} className="tnum ml-auto text-fg-3 text-xs">
            {moments.minute(probe.at)}
          </time>
        )}
      </div>
      {!isRunning && (why?.error || words) && (
        <p className="mt-1 line-clamp-3 break-words text-fg-3 text-xs">
          {unsure && <span className="mr-2">{t("unsure")}</span>}
          {why?.error && <span className="mr-2">{reason(why.error).full}</span>}
          {words}
        </p>
      )}
    </li>
  );
}
