"use client";

import { useQuery } from "@tanstack/react-query";
import { Cpu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { discoveryQuery } from "@/lib/features/models/hooks";

interface OllamaBannerProps {
  suppliers: readonly SupplierDto[];
  models: readonly ModelDto[];
  /** `supplier`: the one that already stands for this Ollama. */
  onConnect: (supplier: SupplierDto | undefined) => void;
}

/** Offers the models of an Ollama on this machine that are not connected yet; nothing when there is none. */
export function OllamaBanner({ suppliers, models, onConnect }: OllamaBannerProps) {
  const t = useTranslations("models.ollama");
  const [dismissed, setDismissed] = useState(false);
  const { data } = useQuery(discoveryQuery);
  const ollama = data?.ollama;
  if (!ollama || dismissed) return null;
  const supplier = suppliers.find(({ baseUrl }) => baseUrl === ollama.baseUrl);
  const connected = new Set(
    models.filter((model) => model.supplierId === supplier?.id).map(({ upstreamModel }) => upstreamModel),
  );
  const count = ollama.models.filter((name) => !connected.has(name)).length;
  if (count === 0) return null;
  return (
    <aside className="flex items-center gap-3 rounded-md border border-primary-line bg-primary-soft px-4 py-2 text-sm">
      <Cpu aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-primary-ink" />
      <span className="min-w-0 flex-1">{t("text", { count })}</span>
      <Button size="sm" onClick={() => onConnect(supplier)}>
        {t("connect")}
      </Button>
      <IconButton icon={X} label={t("dismiss")} onClick={() => setDismissed(true)} />
    </aside>
  );
}
