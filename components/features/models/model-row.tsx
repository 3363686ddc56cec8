"use client";

import {
  AudioLines,
  Brain,
  Check,
  EyeOff,
  FlaskConical,
  Image as ImageIcon,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Star,
  Trash2,
  Video,
  Wrench,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Switch } from "@/components/ui/switch";
import { CHAT_TYPES, type ModelAbility } from "@/lib/config/model-kinds";
import type { ModelDto, ModelTestResult } from "@/lib/features/models/dto";
import { shortTokens } from "./format";
import { ModelState } from "./model-state";
import type { ModelCommands } from "./use-model-commands";
import { useReason } from "./use-reason";

const ABILITY_ICONS: Record<ModelAbility, LucideIcon> = {
  tool_call: Wrench,
  audio: AudioLines,
  reasoning: Brain,
  visual: ImageIcon,
  video: Video,
};

interface ModelRowProps {
  model: ModelDto;
  /** Of the built-in supplier: it can be switched and tried, nothing else. */
  isBuiltin: boolean;
  isTesting: boolean;
  /** Of a test just made. */
  result: ModelTestResult | undefined;
  commands: ModelCommands;
}

export function ModelRow({ model, isBuiltin, isTesting, result, commands }: ModelRowProps) {
  const t = useTranslations("models");
  const c = useTranslations("common");
  const menu = useRowCommands({ model, isBuiltin, isTesting, commands });
  const { contextWindow, maxOutputTokens } = model;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5 not-last:border-b lg:min-h-10 lg:grid-cols-[minmax(0,26fr)_minmax(0,10fr)_minmax(0,20fr)_minmax(0,18fr)_minmax(0,18fr)_auto] lg:py-1">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 truncate font-medium text-sm" title={model.description || undefined}>
          {model.name}
        </span>
        {model.isDefault && <Badge tone="primary">{t("row.default")}</Badge>}
        {model.unpriced && <Badge tone="warning">{c("noPrice")}</Badge>}
        {model.visibility === "partial" && <Badge icon={EyeOff}>{t("row.partial")}</Badge>}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5 max-lg:col-start-1 max-lg:row-start-2 lg:contents">
        <div className="flex">
          <Badge>{t(`type.${model.type}`)}</Badge>
        </div>
        <ul className="flex min-w-0 flex-wrap gap-x-3 text-fg-3 text-xs empty:hidden lg:empty:block">
          {model.abilities.map((ability) => {
            const Icon = ABILITY_ICONS[ability];
            const probe = ability === "audio" || ability === "video" ? undefined : model.probes[ability];
            return (
              <li key={ability} className="flex items-center gap-1">
                <Icon aria-hidden size={13} strokeWidth={1.75} />
                {t(`ability.${ability}`)}
                {probe && <Probed ok={probe.ok} />}
              </li>
            );
          })}
        </ul>
        <div className="tnum flex flex-wrap gap-x-3 text-fg-2 text-sm empty:hidden lg:empty:block">
          {contextWindow !== null && <Size label={t("row.context")} tokens={contextWindow} />}
          {maxOutputTokens !== null && <Size label={t("row.output")} tokens={maxOutputTokens} />}
        </div>
        <ModelState model={model} isTesting={isTesting} />
      </div>
      <div className="flex items-center gap-2 max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-1">
        <Switch
          aria-label={t("row.enable", { name: model.name })}
          checked={model.enabled}
          onCheckedChange={(enabled) => commands.enable(model, enabled)}
        />
        <MoreMenu label={t("row.more", { name: model.name })} commands={menu} />
      </div>
      {result && <ResultLine result={result} />}
    </li>
  );
}

/** Whether the model showed the ability when it was asked. */
function Probed({ ok }: { ok: boolean }) {
  const t = useTranslations("models.probe");
  const Icon = ok ? Check : X;
  return (
    <span role="img" aria-label={ok ? t("ok") : t("failed")} data-tooltip={ok ? t("ok") : t("failed")}>
      <Icon aria-hidden size={12} strokeWidth={2.5} className={ok ? "text-success-ink" : "text-danger-ink"} />
    </span>
  );
}

function Size({ label, tokens }: { label: string; tokens: number }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-fg-3 text-xs">{label}</span> {shortTokens(tokens)}
    </span>
  );
}

/** What a test brought, under the row: the failure with the supplier's words, or the beginning of the answer. */
function ResultLine({ result }: { result: ModelTestResult }) {
  const t = useTranslations("models");
  const reason = useReason();
  if (result.ok && !result.answer) return null;
  return (
    <p className={`col-span-full line-clamp-2 break-words pb-1 text-xs ${result.ok ? "text-fg-3" : "text-danger-ink"}`}>
      {result.ok ? t("row.answer", { text: result.answer }) : reason(result.error).full}
      {!result.ok && result.detail && <span className="ml-2 text-fg-3">{t("detail", { text: result.detail })}</span>}
    </p>
  );
}

function useRowCommands({
  model,
  isBuiltin,
  isTesting,
  commands,
}: Pick<ModelRowProps, "model" | "isBuiltin" | "isTesting" | "commands">): MenuCommand[] {
  const t = useTranslations("models.menu");
  const purpose = CHAT_TYPES.includes(model.type) ? "chat" : model.type === "vector" ? "embedding" : null;
  const list: (MenuCommand | null)[] = [
    { key: "test", label: t("test"), icon: RefreshCw, disabled: isTesting, onSelect: () => commands.test(model) },
    { key: "try", label: t("try"), icon: FlaskConical, onSelect: () => commands.tryOut(model) },
    isBuiltin ? null : { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => commands.edit(model) },
    purpose && !model.isDefault
      ? {
          key: "default",
          label: purpose === "chat" ? t("setDefaultChat") : t("setDefaultEmbedding"),
          icon: Star,
          disabled: !model.enabled,
          onSelect: () => commands.setDefault(model, purpose),
        }
      : null,
    isBuiltin
      ? null
      : {
          key: "delete",
          label: t("delete"),
          icon: Trash2,
          danger: true,
          apart: true,
          onSelect: () => commands.remove(model),
        },
  ];
  return list.filter((command) => command !== null);
}
