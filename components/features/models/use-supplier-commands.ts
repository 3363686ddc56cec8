"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { useReason } from "./use-reason";

export interface SupplierCommands {
  edit: (supplier: SupplierDto) => void;
  addModels: (supplier: SupplierDto) => void;
  test: (supplier: SupplierDto) => void;
  enable: (supplier: SupplierDto) => void;
  /** `modelCount`: how many of its models go with it. */
  disable: (supplier: SupplierDto, modelCount: number) => void;
  remove: (supplier: SupplierDto) => void;
}

/** What can be done with a supplier, with the questions asked before. */
export function useSupplierCommands(own: Pick<SupplierCommands, "edit" | "addModels">): SupplierCommands {
  const t = useTranslations("models");
  const reason = useReason();
  const { change, remove } = useSupplierActions();
  const { test } = useSupplierLists();
  return {
    ...own,
    test: (supplier) =>
      test.mutate(supplier.id, {
        onSuccess: ({ ok, models, error }) => {
          if (ok) toast.success(t("supplier.tested", { count: models.length }));
          else toast.error(t("supplier.testFailed", { name: supplier.name, reason: reason(error).full }));
        },
        onError: reportFailure,
      }),
    enable: (supplier) => change.mutate({ id: supplier.id, status: "enabled" }),
    disable: (supplier, modelCount) =>
      void confirm({
        title: t("disableSupplier.title"),
        description: t("disableSupplier.text", { name: supplier.name, count: modelCount }),
        okButton: t("disableSupplier.ok"),
        onOk: () => change.mutateAsync({ id: supplier.id, status: "disabled" }),
      }),
    remove: (supplier) =>
      void confirm({
        title: t("deleteSupplier.title"),
        description: t("deleteSupplier.text", { name: supplier.name }),
        okButton: t("deleteSupplier.ok"),
        destructive: true,
        onOk: () => remove.mutateAsync(supplier.id),
      }),
  };
}
