"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useMoney } from "@/components/common/use-money";
import { shortTokens } from "@/components/features/models/format";
import { Badge } from "@/components/ui/badge";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MODEL_ABILITIES } from "@/lib/config/model-kinds";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { decimalsOf } from "@/lib/i18n/amounts";
import { StateDot } from "./state-dot";

interface ModelMenuProps {
  trigger: ReactElement;
  models: readonly ChatModelDto[];
  defaultId: string | null;
  value: string;
  onChange: (id: string) => void;
}

/** Models by supplier, those that fail last. Opens at once: it is mounted by the press that asked for it. */
export function ModelMenu({ trigger, models, defaultId, value, onChange }: ModelMenuProps) {
  const t = useTranslations("chat.composer");
  const [open, setOpen] = useState(true);
  const groupOf = ({ status, builtin, supplier }: ChatModelDto) => {
    if (status === "abnormal") return t("failing");
    return builtin ? t("builtin") : supplier || t("otherSupplier");
  };
  const groups = [...Map.groupBy(models, groupOf)].sort(
    ([, [a]], [, [b]]) => Number(a?.status === "abnormal") - Number(b?.status === "abnormal"),
  );
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        side="top"
        className="max-h-[min(60dvh,28rem)] w-96 max-w-[calc(100vw-16px)] overflow-y-auto"
      >
        <DropdownMenuRadioGroup value={value} onValueChange={onChange}>
          {groups.map(([heading, entries]) => (
            <div key={heading}>
              <DropdownMenuLabel>{heading}</DropdownMenuLabel>
              {entries.map((model) => (
                <DropdownMenuRadioItem key={model.id} value={model.id}>
                  <span className="flex min-w-0 items-center gap-2">
                    <StateDot status={model.status} />
                    <span className="truncate">{model.name}</span>
                    {model.id === defaultId && <Badge>{t("default")}</Badge>}
                  </span>
                  <Facts model={model} />
                </DropdownMenuRadioItem>
              ))}
            </div>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** What it can do, how much it reads, what it costs. */
function Facts({ model: { abilities, contextWindow, price } }: { model: ChatModelDto }) {
  const t = useTranslations("chat.composer");
  const money = useMoney();
  const decimals = decimalsOf([price?.input, price?.output]);
  const amount = (micros: number, currency: string) => money(micros, currency, decimals);
  const facts = [
    ...MODEL_ABILITIES.filter((ability) => abilities.includes(ability)).map((ability) => t(`ability.${ability}`)),
    ...(contextWindow === null ? [] : [t("contextSize", { size: shortTokens(contextWindow) })]),
    ...(price
      ? [t("price", { input: amount(price.input, price.currency), output: amount(price.output, price.currency) })]
      : []),
  ];
  if (facts.length === 0) return null;
  return (
    <span className="tnum block pl-4 text-fg-3 text-xs">
      {facts.map((fact, index) => (
        // A price is read whole.
        <span key={fact}>
          {index > 0 && " · "}
          <span className="whitespace-nowrap">{fact}</span>
        </span>
      ))}
    </span>
  );
}
