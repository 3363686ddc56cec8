"use client";

import { useQuery } from "@tanstack/react-query";
import { Network, RefreshCw, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect, useRef } from "react";
import { CreateButton } from "@/components/common/create-button";
import { FirstSteps } from "@/components/common/first-steps";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { NoResult } from "@/components/common/no-result";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { groupModels, type ModelFilter, modelsAddress } from "@/lib/features/models/filter";
import { type ListOf, modelsQuery, suppliersQuery } from "@/lib/features/models/hooks";
import { CheckStrip } from "./check-strip";
import { ModelToolbar } from "./model-toolbar";
import { OllamaBanner } from "./ollama-banner";
import { SupplierCard } from "./supplier-card";
import { useModelCommands } from "./use-model-commands";
import { type ModelTests, useModelTests } from "./use-model-tests";
import { useSupplierCommands } from "./use-supplier-commands";

const Drawers = lazy(() => import("./drawers").then((module) => ({ default: module.Drawers })));

interface ModelAccessScreenProps {
  suppliers: ListOf<SupplierDto>;
  models: ListOf<ModelDto>;
  filter: ModelFilter;
  /** The gateway's page, for people who may open it. */
  gatewayHref: string | null;
}

/** A model that was added just now is tried at once: what stands in its way is seen while its key is at hand. */
function useTriedWhenAdded(models: readonly ModelDto[], { checkAll }: ModelTests) {
  const known = useRef<ReadonlySet<string>>(new Set(models.map(({ id }) => id)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list alone says that something is new
  useEffect(() => {
    // A picture is dear: models that draw are tried one at a time, on purpose.
    const fresh = models.filter(({ id, enabled, type }) => !known.current.has(id) && enabled && type !== "image");
    known.current = new Set(models.map(({ id }) => id));
    if (fresh.length > 0) checkAll(fresh);
  }, [models]);
}

/** Suppliers and their models: connect, test, switch, choose the defaults. */
export function ModelAccessScreen(first: ModelAccessScreenProps) {
  const t = useTranslations("models");
  const empty = useTranslations("models.empty");
  const suppliers = useQuery({ ...suppliersQuery, initialData: first.suppliers }).data.items;
  const models = useQuery({ ...modelsQuery, initialData: first.models }).data.items;
  const [filter, handleFilter] = useAddressState(first.filter, modelsAddress.query);
  const tests = useModelTests();
  useTriedWhenAdded(models, tests);
  const handleOpen = (open: string) => handleFilter({ open });
  const handleClose = () => handleFilter({ open: null });
  const modelCommands = useModelCommands({
    test: tests.test,
    tryOut: ({ id }) => handleOpen(`try:${id}`),
    edit: ({ id }) => handleOpen(`model:${id}`),
  });
  const supplierCommands = useSupplierCommands({
    edit: ({ id }) => handleOpen(`supplier:${id}`),
    addModels: ({ id }) => handleOpen(`models:${id}`),
  });
  const handleCheckAll = () => {
    const usable = new Set(suppliers.filter(({ status }) => status === "enabled").map(({ id }) => id));
    // A picture is dear: models that draw are tried one at a time, on purpose.
    const checked = models.filter((model) => model.enabled && model.type !== "image" && usable.has(model.supplierId));
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
  const defaultsButton = (className: string) => (
    <Button icon={SlidersHorizontal} onClick={() => handleOpen("defaults")} className={className}>
      {t("defaults.title")}
    </Button>
  );
  const departmentButton = (className: string) => (
    <Button icon={Network} onClick={() => handleOpen("department")} className={className}>
      {t("department.open")}
    </Button>
  );
  const addButton = <CreateButton label={t("addSupplier")} onCreate={() => handleOpen("add")} />;
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            {departmentButton("max-md:hidden")}
            {defaultsButton("max-md:hidden")}
            {checkButton("max-md:hidden")}
            {addButton}
          </>
        }
      />
      <ModelToolbar filter={filter} models={models} onChange={handleFilter} />
      {tests.progress && <CheckStrip progress={tests.progress} onStop={tests.stop} onClose={tests.dismiss} />}
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-subtle p-4 md:p-5">
        <div className="flex flex-wrap gap-2 md:hidden">
          {departmentButton("flex-1")}
          {defaultsButton("flex-1")}
          {checkButton("flex-1")}
        </div>
        <OllamaBanner
          suppliers={suppliers}
          models={models}
          onConnect={(supplier) => handleOpen(supplier ? `models:${supplier.id}` : "ollama")}
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
          <NoResult text={t("noResult")} clear={t("clearFilters")} onClear={() => handleFilter(modelsAddress.plain)} />
        )}
        {isEmpty && groups.length > 0 && <FirstSteps t={empty} />}
      </div>
      <LazyBoundary onFailure={handleClose}>
        {filter.open && (
          <Drawers
            open={filter.open}
            suppliers={suppliers}
            models={models}
            gatewayHref={first.gatewayHref}
            onOpen={handleOpen}
            onClose={handleClose}
          />
        )}
      </LazyBoundary>
    </>
  );
}
