"use client";

import { Check, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { MoveButtons } from "@/components/common/move-buttons";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { confirm } from "@/lib/client/dialogs";
import type { CategoryDto } from "@/lib/features/apps/dto";
import { useCategoryActions } from "@/lib/features/apps/hooks";
import { CATEGORY_NAME_MAX } from "@/lib/features/apps/limits";

/** The organisation's categories of the square: named in both languages, put in order, taken away. */
export function CategoriesDialog({ items, onClose }: { items: readonly CategoryDto[]; onClose: () => void }) {
  const t = useTranslations("apps-list.category");
  const { remove, sort } = useCategoryActions();
  const move = (index: number, by: number) => {
    const ids = items.map(({ id }) => id);
    const [moved] = ids.splice(index, 1);
    ids.splice(index + by, 0, moved!);
    sort.mutate(ids);
  };
  const handleRemove = ({ id, nameZh }: CategoryDto) =>
    confirm({
      title: t("deleteTitle", { name: nameZh }),
      description: t("deleteText"),
      okButton: t("delete", { name: nameZh }),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("title")}>
        {items.length === 0 && <p className="pb-3 text-fg-3 text-sm">{t("empty")}</p>}
        <ul className="space-y-2">
          {items.map((item, index) => (
            <li key={item.id} className="flex items-center gap-1">
              <Row item={item} />
              <MoveButtons
                labels={{ up: t("up", { name: item.nameZh }), down: t("down", { name: item.nameZh }) }}
                can={{ up: index > 0, down: index < items.length - 1 }}
                onMove={(by) => move(index, by)}
              />
              <IconButton
                icon={Trash2}
                label={t("delete", { name: item.nameZh })}
                onClick={() => void handleRemove(item)}
              />
            </li>
          ))}
        </ul>
        <div className="mt-4 border-t pt-4">
          <Row item={null} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Both names of a category, kept with the button; without one a new one. */
function Row({ item }: { item: CategoryDto | null }) {
  const t = useTranslations("apps-list.category");
  const { create, change } = useCategoryActions();
  const [nameZh, setZh] = useState(item?.nameZh ?? "");
  const [nameEn, setEn] = useState(item?.nameEn ?? "");
  const isChanged = item ? nameZh !== item.nameZh || nameEn !== item.nameEn : nameZh !== "" && nameEn !== "";
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (item) return change.mutate({ id: item.id, nameZh, nameEn });
    const onSuccess = () => {
      setZh("");
      setEn("");
    };
    create.mutate({ nameZh, nameEn }, { onSuccess });
  };
  return (
    <form onSubmit={handleSubmit} className="flex min-w-0 flex-1 items-center gap-2">
      <Input
        aria-label={t("zh")}
        placeholder={t("zh")}
        value={nameZh}
        maxLength={CATEGORY_NAME_MAX}
        onChange={(event) => setZh(event.target.value)}
      />
      <Input
        aria-label={t("en")}
        placeholder={t("en")}
        value={nameEn}
        maxLength={CATEGORY_NAME_MAX}
        onChange={(event) => setEn(event.target.value)}
      />
      {item ? (
        isChanged && <IconButton icon={Check} type="submit" label={t("saved")} />
      ) : (
        <Button type="submit" icon={Plus} disabled={!isChanged} loading={create.isPending}>
          {t("add")}
        </Button>
      )}
    </form>
  );
}
