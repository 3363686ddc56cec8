"use client";

import { KeyRound, Link2, Pencil, Plus, Power, PowerOff, RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Tile } from "@/components/ui/tile";
import type { SupplierWithModels } from "@/lib/features/models/filter";
import { ModelRow } from "./model-row";
import type { ModelCommands } from "./use-model-commands";
import type { ModelTests } from "./use-model-tests";
import type { SupplierCommands } from "./use-supplier-commands";

interface SupplierCardProps extends SupplierWithModels {
  tests: ModelTests;
  supplierCommands: SupplierCommands;
  modelCommands: ModelCommands;
}

/** One supplier with its models. */
export function SupplierCard({ supplier, models, all, tests, supplierCommands, modelCommands }: SupplierCardProps) {
  const t = useTranslations("models.supplier");
  const abnormal = all.filter((model) => model.enabled && model.status === "abnormal").length;
  const menu = useCardCommands({ supplier, all, commands: supplierCommands });
  // The seed names it in one language for all.
  const name = supplier.builtin ? t("builtin") : supplier.name;
  const titleId = `supplier-${supplier.id}`;
  return (
    <section aria-labelledby={titleId} className="shrink-0 overflow-hidden rounded-md border bg-background">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <Tile id={supplier.id} name={name} size={28} />
        <h2 id={titleId} className="min-w-0 max-w-60 truncate font-semibold text-base">
          {name}
        </h2>
        {supplier.builtin ? (
          <span className="min-w-0 text-fg-3 text-xs">{t("builtinText")}</span>
        ) : (
          <span className="flex min-w-0 items-center gap-1.5 font-mono text-fg-3 text-xs max-md:order-1 max-md:w-full">
            <Link2 aria-hidden size={13} className="shrink-0" />
            <span className="truncate">{supplier.baseUrl ?? t("unnamed")}</span>
          </span>
        )}
        {supplier.status === "disabled" && <Badge tone="warning">{t("disabled")}</Badge>}
        {abnormal > 0 && <Badge tone="danger">{t("abnormal", { count: abnormal })}</Badge>}
        {!supplier.builtin && (
          <span className="flex items-center gap-1 max-md:order-2 max-md:-ml-2 max-md:w-full md:ml-auto">
            <Button
              variant="ghost"
              size="sm"
              icon={KeyRound}
              aria-label={t("keyFor", { name: supplier.name })}
              onClick={() => supplierCommands.edit(supplier)}
            >
              {t("key")}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={Plus}
              aria-label={t("addModelsFor", { name: supplier.name })}
              onClick={() => supplierCommands.addModels(supplier)}
            >
              {t("addModels")}
            </Button>
            <MoreMenu label={t("more", { name: supplier.name })} commands={menu} />
          </span>
        )}
      </header>
      {models.length > 0 ? (
        <ul className="border-t">
          {models.map((model) => (
            <ModelRow
              key={model.id}
              model={model}
              isBuiltin={supplier.builtin}
              isTesting={tests.running.has(model.id)}
              result={tests.results[model.id]}
              commands={modelCommands}
            />
          ))}
        </ul>
      ) : (
        <p className="flex items-center gap-2 border-t px-4 py-2.5 text-fg-3 text-sm">{t("noModels")}</p>
      )}
    </section>
  );
}

function useCardCommands({
  supplier,
  all,
  commands,
}: Pick<SupplierWithModels, "supplier" | "all"> & { commands: SupplierCommands }): MenuCommand[] {
  const t = useTranslations("models.menu");
  const isEnabled = supplier.status === "enabled";
  return [
    { key: "test", label: t("testSupplier"), icon: RefreshCw, onSelect: () => commands.test(supplier) },
    { key: "edit", label: t("editSupplier"), icon: Pencil, onSelect: () => commands.edit(supplier) },
    isEnabled
      ? {
          key: "off",
          label: t("disableSupplier"),
          icon: PowerOff,
          onSelect: () => commands.disable(supplier, all.length),
        }
      : { key: "on", label: t("enableSupplier"), icon: Power, onSelect: () => commands.enable(supplier) },
    {
      key: "delete",
      label: t("deleteSupplier"),
      icon: Trash2,
      danger: true,
      apart: true,
      disabled: all.length > 0,
      hint: t("deleteSupplierHint"),
      onSelect: () => commands.remove(supplier),
    },
  ];
}
