"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { filterQuery, groupModels, type ModelFilter, NO_FILTER } from "@/lib/features/models/filter";
import { type ListOf, modelsQuery, suppliersQuery } from "@/lib/features/models/hooks";
import { CheckStrip } from "./check-strip";
import type { OpenDrawer } from "./drawers";
import { ModelToolbar } from "./model-toolbar";
import { OllamaBanner } from "./ollama-banner";
import { SupplierCard } from "./supplier-card";
import { useModelCommands } from "./use-model-commands";
import { useModelTests } from "./use-model-tests";
import { useSupplierCommands } from "./use-supplier-commands";

const Drawers = lazy(() => import("./drawers").then((module) => ({ default: module.Drawers })));

interface ModelAccessScreenProps {
  suppliers: ListOf<SupplierDto>;
  models: ListOf<ModelDto>;
  filter: ModelFilter;
}

/** Suppliers and their models: connect, test, switch, choose the defaults. */
export function ModelAccessScreen(first: ModelAccessScreenProps) {
  const t = useTranslations("models");
  const suppliers = useQuery({ ...suppliersQuery, initialData: first.suppliers }).data.items;
  const models = useQuery({ ...modelsQuery, initialData: first.models }).data.items;
  const [filter, setFilter] = useState(first.filter);
  const [drawer, setDrawer] = useState<OpenDrawer | null>(null);
  const tests = useModelTests();
  const modelCommands = useModelCommands({ test: tests.test, edit: (model) => setDrawer({ kind: "model", model }) });
  const supplierCommands = useSupplierCommands({
    edit: (supplier) => setDrawer({ kind: "supplier", supplier }),
    addModels: (supplier) => setDrawer({ kind: "add-models", supplier }),
  });

  const handleFilter = (patch: Partial<ModelFilter>) => {
    const next = { ...filter, ...patch };
    setFilter(next);
    window.history.replaceState(null, "", `${window.location.pathname}${filterQuery(next)}`);
  };
  const handleCheckAll = () => {
    const usable = new Set(suppliers.filter(({ status }) => status === "enabled").map(({ id }) => id));
    const checked = models.filter((model) => model.enabled && usable.has(model.supplierId));
    if (checked.length === 0) toast.warning(t("check.none"));
    else tests.checkAll(checked);
  };

  const groups = groupModels(suppliers, models, filter);
  const isEmpty = suppliers.every(({ builtin }) => builtin);
  const isChecking = tests.progress?.state === "running";
  const checkButton = (className: string) => (
    <Button icon={RefreshCw} loading={isChecking} onClick={handleCheckAll} className={className}>
      {t("checkAll")}
    </Button>
  );
  const addButton = (
    <Button variant="primary" icon={Plus} onClick={() => setDrawer({ kind: "add-supplier" })}>
      {t("addSupplier")}
    </Button>
  );
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            {checkButton("max-md:hidden")}
            {addButton}
          </>
        }
      />
      <ModelToolbar filter={filter} models={models} onChange={handleFilter} />
      {tests.progress && <CheckStrip progress={tests.progress} onStop={tests.stop} onClose={tests.dismiss} />}
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-subtle p-4 md:p-5">
        {checkButton("md:hidden")}
        <OllamaBanner
          suppliers={suppliers}
          models={models}
          onConnect={(baseUrl, supplier) =>
            setDrawer(supplier ? { kind: "add-models", supplier } : { kind: "add-supplier", ollama: baseUrl })
          }
        />
        {groups.map((group) => (
          <SupplierCard
            key={group.supplier.id}
            {...group}
            tests={tests}
            supplierCommands={supplierCommands}
            modelCommands={modelCommands}
          />
        ))}
        {groups.length === 0 && (
          <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
            <p role="status">{t("noResult")}</p>
            <Button onClick={() => handleFilter(NO_FILTER)}>{t("clearFilters")}</Button>
          </div>
        )}
        {isEmpty && groups.length > 0 && (
          <EmptyState
            title={t("empty.title")}
            description={t("empty.description")}
            steps={[
              { title: t("empty.step1"), description: t("empty.step1Text") },
              { title: t("empty.step2"), description: t("empty.step2Text") },
              { title: t("empty.step3"), description: t("empty.step3Text") },
            ]}
          />
        )}
      </div>
      <LazyBoundary onFailure={() => setDrawer(null)}>
        {drawer && <Drawers drawer={drawer} suppliers={suppliers} models={models} onClose={() => setDrawer(null)} />}
      </LazyBoundary>
    </>
  );
}
