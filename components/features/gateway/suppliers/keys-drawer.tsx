"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { SupplierDto, SupplierKeyDto } from "@/lib/features/gateway/dto";
import { supplierQuery } from "@/lib/features/gateway/hooks";
import { KEYS_MAX } from "@/lib/features/gateway/schema";
import { KeyForm } from "./key-form";
import { KeyRow } from "./key-row";
import { RotateForm } from "./rotate-form";

type Task = { kind: "add" } | { kind: "edit" | "rotate"; key: SupplierKeyDto };

/** The keys of a supplier: add, change, rotate, switch, delete. None of them is ever shown. */
export function KeysDrawer({ supplier, onClose }: { supplier: SupplierDto; onClose: () => void }) {
  const t = useTranslations("gateway.key");
  const a = useTranslations("common.action");
  const formId = useId();
  const query = useQuery(supplierQuery(supplier.id));
  const [task, setTask] = useState<Task | null>(null);
  const [isSaving, setSaving] = useState(false);
  const handleDone = () => {
    setTask(null);
    // The form that said it was saving is gone before it could say it is not.
    setSaving(false);
  };
  const shared = { id: formId, onSaving: setSaving, onDone: handleDone };
  const keys = query.data?.keys;
  return (
    <Sheet open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <SheetContent
        title={task ? t(`title.${task.kind}`) : t("title.list")}
        meta={supplier.name}
        footer={
          task && (
            <>
              <Button disabled={isSaving} onClick={handleDone}>
                {a("cancel")}
              </Button>
              <Button variant="primary" type="submit" form={formId} disabled={isSaving}>
                {isSaving ? t("trying") : a("save")}
              </Button>
            </>
          )
        }
      >
        {task?.kind === "add" ? (
          <KeyForm {...shared} supplierId={supplier.id} />
        ) : task?.kind === "edit" ? (
          <KeyForm {...shared} supplierId={supplier.id} apiKey={task.key} />
        ) : task?.kind === "rotate" ? (
          <RotateForm {...shared} apiKey={task.key} />
        ) : keys ? (
          <div className="space-y-3">
            <p className="text-fg-3 text-sm">{t("intro")}</p>
            {keys.length === 0 ? (
              <p className="rounded-md border border-dashed px-4 py-6 text-center text-fg-3 text-sm">{t("none")}</p>
            ) : (
              <ul className="rounded-md border">
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onTask={(kind) => setTask({ kind, key })} />
                ))}
              </ul>
            )}
            <Button icon={Plus} disabled={keys.length >= KEYS_MAX} onClick={() => setTask({ kind: "add" })}>
              {t("add")}
            </Button>
          </div>
        ) : query.isError ? (
          <ErrorState onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </SheetContent>
    </Sheet>
  );
}
