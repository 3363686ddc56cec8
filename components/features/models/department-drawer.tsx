"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { SearchInput } from "@/components/common/search-input";
import { FormDrawer } from "@/components/form/form-drawer";
import { FormFailure } from "@/components/form/form-failure";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { DepartmentModelsDto, SupplierDto } from "@/lib/features/models/dto";
import { departmentModelsQuery, subjectsQuery, useDepartmentModels } from "@/lib/features/models/hooks";

interface DepartmentDrawerProps {
  /** Null: one is still to be chosen. */
  departmentId: string | null;
  suppliers: readonly SupplierDto[];
  onChoose: (departmentId: string) => void;
  onClose: () => void;
}

const form = z.object({ modelIds: z.array(z.uuid()).max(500, "tooMany") });
type Form = z.infer<typeof form>;

/** The models of one department: why it has each, and which it is shown by itself, changed in one go. */
export function DepartmentDrawer({ departmentId, ...props }: DepartmentDrawerProps) {
  if (departmentId === null) return <Choice {...props} />;
  return <Opened key={departmentId} {...props} departmentId={departmentId} />;
}

function Choice({ onChoose, onClose }: Pick<DepartmentDrawerProps, "onChoose" | "onClose">) {
  const t = useTranslations("models.department");
  const v = useTranslations("models.visibility");
  const [keyword, setKeyword] = useState("");
  const search = useDeferredValue(keyword.trim());
  const { data, error } = useQuery({
    ...subjectsQuery({ kind: "department", keyword: search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")}>
        <div className="space-y-3">
          <SearchInput label={v("departmentSearch")} value={keyword} onChange={setKeyword} />
          {error && <FormFailure error={error} />}
          {!data && !error && <PanelSkeleton />}
          {data?.items.length === 0 && <p className="text-fg-3 text-sm">{v("none")}</p>}
          <ul>
            {data?.items.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChoose(id)}
                  className="min-h-9 w-full rounded-sm px-3 text-left text-sm hover:bg-muted pointer-coarse:min-h-11"
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </SheetContent>
    </Sheet>
  );
}

interface OpenedProps extends DepartmentDrawerProps {
  departmentId: string;
}

function Opened(props: OpenedProps) {
  const t = useTranslations("models.department");
  const { data, error } = useQuery(departmentModelsQuery(props.departmentId));
  if (data) return <ModelsForm {...props} opened={data} />;
  return (
    <Sheet open onOpenChange={(open) => !open && props.onClose()}>
      <SheetContent title={t("title")}>{error ? <FormFailure error={error} /> : <PanelSkeleton />}</SheetContent>
    </Sheet>
  );
}

function ModelsForm({ departmentId, suppliers, opened, onClose }: OpenedProps & { opened: DepartmentModelsDto }) {
  const t = useTranslations("models.department");
  const own = opened.items.flatMap(({ id, reach }) => (reach === "own" ? [id] : []));
  const fields = useZodForm(form, { modelIds: own });
  const change = useDepartmentModels(departmentId);
  const saving = useSaveForm(fields, {
    revision: opened.revision,
    toValues: ({ modelIds }: Form) => ({ modelIds }),
    save: ({ modelIds }, revision) => change.mutateAsync({ modelIds, revision }),
    onSaved: onClose,
  });
  const { isDirty } = fields.formState;
  return (
    <FormDrawer title={t("title")} meta={opened.department.name} canSave={isDirty} saving={saving} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t("text")}</p>
      <Models items={opened.items} own={own} suppliers={suppliers} />
    </FormDrawer>
  );
}

interface ModelsProps {
  items: DepartmentModelsDto["items"];
  own: readonly string[];
  suppliers: readonly SupplierDto[];
}

function Models({ items, own, suppliers }: ModelsProps) {
  const t = useTranslations("models.department");
  const id = useId();
  const { field } = useController<Form, "modelIds">({ name: "modelIds" });
  const [keyword, setKeyword] = useState("");
  const builtin = useTranslations("models.supplier")("builtin");
  const supplierOf = new Map(suppliers.map((one) => [one.id, one.builtin ? builtin : one.name]));
  const words = keyword.trim().toLowerCase();
  const shown = items.filter(({ name, supplierId }) =>
    `${name}\n${supplierOf.get(supplierId) ?? ""}`.toLowerCase().includes(words),
  );
  const open = shown.filter(({ reach }) => reach !== "all").map((item) => item.id);
  const chosen = new Set(field.value);
  const isWhole = open.length > 0 && open.every((one) => chosen.has(one));
  const given = field.value.filter((one) => !own.includes(one)).length;
  const taken = own.filter((one) => !chosen.has(one)).length;
  const choose = (ids: readonly string[], isOn: boolean) =>
    field.onChange(isOn ? [...new Set([...field.value, ...ids])] : field.value.filter((one) => !ids.includes(one)));
  return (
    <div className="space-y-2">
      <SearchInput
        label={t("search")}
        value={keyword}
        onChange={setKeyword}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {shown.length === 0 ? (
        <p className="text-fg-3 text-sm">{t("none")}</p>
      ) : (
        <ul className="rounded-md border">
          {open.length > 1 && (
            <li className="border-b bg-subtle">
              <label htmlFor={id} className="flex min-h-9 items-center gap-3 px-3 text-sm pointer-coarse:min-h-11">
                <Checkbox id={id} checked={isWhole} onCheckedChange={(checked) => choose(open, checked)} />
                {t("whole", { count: open.length })}
              </label>
            </li>
          )}
          {shown.map(({ id: modelId, name, supplierId, enabled, reach, from, roles }) => (
            <li key={modelId} className="not-last:border-b">
              <label
                htmlFor={`${id}-${modelId}`}
                className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm has-disabled:text-fg-3"
              >
                <Checkbox
                  id={`${id}-${modelId}`}
                  disabled={reach === "all"}
                  checked={reach === "all" || chosen.has(modelId)}
                  onCheckedChange={(checked) => choose([modelId], checked)}
                />
                <span className="min-w-0 flex-1">
                  <span className="wrap-anywhere block">{name}</span>
                  <span className="block text-fg-3 text-xs">{supplierOf.get(supplierId)}</span>
                </span>
                <span className="flex shrink-0 flex-wrap justify-end gap-1">
                  {!enabled && <Badge tone="warning">{t("off")}</Badge>}
                  {reach === "all" && <Badge>{t("everybody")}</Badge>}
                  {from && <Badge>{t("above", { name: from })}</Badge>}
                  {roles > 0 && <Badge>{t("roles", { count: roles })}</Badge>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {given + taken > 0 && (
        <p role="status" className="text-fg-2 text-sm">
          {t("change", { given, taken })}
        </p>
      )}
    </div>
  );
}
