"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { MoveButtons } from "@/components/common/move-buttons";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { CategoryDto } from "@/lib/features/prompts/dto";
import { consoleCategoriesQuery, useCategoryActions } from "@/lib/features/prompts/hooks";
import { CATEGORY_NAME_MAX } from "@/lib/features/prompts/limits";
import { categoryInput } from "@/lib/features/prompts/schema";
import { categoryName } from "../category-icon";

/** Kinds of prompts: named in both languages, put in order, deleted when empty. */
export function CategoriesDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("prompts.categories");
  const query = useQuery(consoleCategoriesQuery);
  const [editing, setEditing] = useState<string | null>(null);
  const rows = query.data;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")}>
        <div className="space-y-5">
          {query.isError && !rows && <ErrorState description={t("failed")} onRetry={() => void query.refetch()} />}
          {!rows && !query.isError && <Skeleton className="h-40 w-full" />}
          {rows?.length === 0 && <p className="text-fg-3 text-sm">{t("empty")}</p>}
          {rows && rows.length > 0 && (
            <ul aria-label={t("list")} className="divide-y rounded-md border">
              {rows.map((row) => (
                <li key={row.id} className="px-3 py-2">
                  {editing === row.id ? (
                    <CategoryForm category={row} onDone={() => setEditing(null)} />
                  ) : (
                    <CategoryRow category={row} rows={rows} onEdit={() => setEditing(row.id)} />
                  )}
                </li>
              ))}
            </ul>
          )}
          <section aria-label={t("add")}>
            <h3 className="mb-2 font-semibold text-sm">{t("add")}</h3>
            <CategoryForm key={rows?.length ?? 0} category={null} />
          </section>
        </div>
      </SheetContent>
    </Sheet>
  );
}

interface CategoryRowProps {
  category: CategoryDto;
  rows: readonly CategoryDto[];
  onEdit: () => void;
}

function CategoryRow({ category, rows, onEdit }: CategoryRowProps) {
  const t = useTranslations("prompts.categories");
  const locale = useLocale();
  const { order, remove } = useCategoryActions();
  const name = categoryName(category, locale);
  const at = rows.findIndex(({ id }) => id === category.id);
  const move = (by: number) => {
    const ids = rows.map(({ id }) => id);
    order.mutate(ids.toSpliced(at, 1).toSpliced(at + by, 0, category.id));
  };
  const count = category.prompts ?? 0;
  return (
    <div className="flex items-center gap-1">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">
          {category.nameZh} / {category.nameEn}
        </span>
        <span className="tnum text-fg-3 text-xs">{t("prompts", { count })}</span>
      </span>
      <MoveButtons
        labels={{ up: t("up", { name }), down: t("down", { name }) }}
        can={{ up: at > 0 && !order.isPending, down: at < rows.length - 1 && !order.isPending }}
        onMove={move}
      />
      <IconButton icon={Pencil} label={t("rename", { name })} onClick={onEdit} />
      <IconButton
        icon={Trash2}
        label={count > 0 ? `${t("delete", { name })} (${t("notEmpty")})` : t("delete", { name })}
        disabled={count > 0 || remove.isPending}
        onClick={() => remove.mutate(category.id)}
      />
    </div>
  );
}

function CategoryForm({ category, onDone }: { category: CategoryDto | null; onDone?: () => void }) {
  const t = useTranslations("prompts.categories");
  const common = useTranslations("common.action");
  const { save } = useCategoryActions();
  const form = useZodForm(categoryInput, { nameZh: category?.nameZh ?? "", nameEn: category?.nameEn ?? "" });
  const saving = useSaveForm(form, {
    revision: category?.revision,
    toValues: ({ nameZh, nameEn }: Pick<CategoryDto, "nameZh" | "nameEn">) => ({ nameZh, nameEn }),
    save: (names, revision) => save.mutateAsync({ id: category?.id ?? null, revision, ...names }),
    toast: false,
    onSaved: (_, names) => {
      form.reset(category ? names : { nameZh: "", nameEn: "" });
      onDone?.();
    },
  });
  return (
    <SaveForm saving={saving} className="space-y-2">
      <FormFailure error={saving.failure} />
      <div className="grid gap-3 md:grid-cols-2">
        <TextField name="nameZh" label={t("nameZh")} required maxLength={CATEGORY_NAME_MAX} autoComplete="off" />
        <TextField name="nameEn" label={t("nameEn")} required maxLength={CATEGORY_NAME_MAX} autoComplete="off" />
      </div>
      <div className="flex justify-end gap-2">
        {onDone && (
          <Button size="sm" onClick={onDone}>
            {common("cancel")}
          </Button>
        )}
        <Button size="sm" type="submit" icon={category ? undefined : Plus} loading={saving.isSaving}>
          {category ? common("save") : t("add")}
        </Button>
      </div>
    </SaveForm>
  );
}
