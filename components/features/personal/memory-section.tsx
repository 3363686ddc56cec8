"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SettingsSection } from "@/components/common/settings-section";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { MemoryDto, MemoryListDto } from "@/lib/features/personal/dto";
import { useMemoryActions } from "@/lib/features/personal/hooks";

const MemoryForm = lazy(() => import("./memory-form").then((m) => ({ default: m.MemoryForm })));

/** spec M7: what the assistant may know, theirs to see, change and delete; off until it is switched on. */
export function MemorySection({ memory }: { memory: MemoryListDto }) {
  const t = useTranslations("personal.memory");
  const { turn, add, removeAll } = useMemoryActions();
  const [isAdding, setIsAdding] = useState(false);
  const { enabled, items, max } = memory;
  const isFull = items.length >= max;

  const handleRemoveAll = () =>
    confirm({
      title: t("removeAllTitle"),
      description: t("removeAllText", { count: items.length }),
      okButton: t("removeAll"),
      destructive: true,
      onOk: async () => {
        await removeAll.mutateAsync();
        toast.success(t("removedAll"));
      },
    });
  return (
    <SettingsSection id="memory" title={t("title")} hint={t("hint")}>
      <div className="flex items-center gap-3">
        <Switch
          id="memory-enabled"
          checked={turn.isPending ? turn.variables : enabled}
          onCheckedChange={(next) => turn.mutate(next)}
        />
        <label htmlFor="memory-enabled" className="text-sm">
          {t("enable")}
        </label>
      </div>
      <p className="mt-1.5 text-fg-3 text-xs">{t(enabled ? "onText" : "offText")}</p>
      {items.length > 0 && (
        <ul aria-label={t("list")} className="mt-4 divide-y rounded-md border">
          {items.map((item) => (
            <MemoryRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {isAdding && (
        <div className="mt-4">
          <LazyBoundary onFailure={() => setIsAdding(false)}>
            <MemoryForm
              label={t("newLabel")}
              initial=""
              onCancel={() => setIsAdding(false)}
              onSave={async (text) => {
                await add.mutateAsync(text);
                setIsAdding(false);
              }}
            />
          </LazyBoundary>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {!isAdding && (
          <Button size="sm" icon={Plus} disabled={isFull} onClick={() => setIsAdding(true)}>
            {t("add")}
          </Button>
        )}
        {items.length > 0 && (
          <Button size="sm" variant="ghost" icon={Trash2} className="text-danger-ink!" onClick={handleRemoveAll}>
            {t("removeAll")}
          </Button>
        )}
        <span className="tnum ml-auto text-fg-3 text-xs">{t("count", { count: items.length, max })}</span>
      </div>
    </SettingsSection>
  );
}

function MemoryRow({ item }: { item: MemoryDto }) {
  const t = useTranslations("personal.memory");
  const { change, remove } = useMemoryActions();
  const [isEditing, setIsEditing] = useState(false);
  const short = item.text.length > 40 ? `${item.text.slice(0, 40)}…` : item.text;

  const handleRemove = () =>
    confirm({
      title: t("removeTitle"),
      description: short,
      okButton: t("remove"),
      destructive: true,
      onOk: () => remove.mutateAsync(item.id),
    });
  if (isEditing) {
    return (
      <li className="p-3">
        <LazyBoundary onFailure={() => setIsEditing(false)}>
          <MemoryForm
            label={t("editLabel")}
            initial={item.text}
            onCancel={() => setIsEditing(false)}
            onSave={async (text) => {
              await change.mutateAsync({ id: item.id, text });
              setIsEditing(false);
            }}
          />
        </LazyBoundary>
      </li>
    );
  }
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <p className="min-w-0 flex-1 whitespace-pre-wrap break-words py-1 text-sm">{item.text}</p>
      <IconButton icon={Pencil} label={t("edit", { text: short })} onClick={() => setIsEditing(true)} />
      <IconButton icon={Trash2} label={t("removeOne", { text: short })} onClick={handleRemove} />
    </li>
  );
}
