"use client";

import { useSortable } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, GripVertical, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { BaseIcon } from "@/components/features/knowledge/base-icon";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { RecommendedDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { useRecommendedActions } from "@/lib/features/knowledge-operations/recommended-hooks";

interface RecommendedRowProps {
  question: RecommendedDto;
  onOpen: () => void;
  onUp?: () => void;
  onDown?: () => void;
}

/** A recommended question: where it comes from, of which base, and whether it is shown. */
export function RecommendedRow({ question, onOpen, onUp, onDown }: RecommendedRowProps) {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const { change, remove } = useRecommendedActions();
  const { listeners, setActivatorNodeRef, setNodeRef, transform, transition, isDragging } = useSortable({
    id: question.id,
  });
  const { id, content, base, isShown, isSticky, origin, files } = question;
  const set = (patch: { isShown?: boolean; isSticky?: boolean }) =>
    void change.mutateAsync({ id, ...patch }).catch(reportFailure);
  const handleRemove = async () => {
    const agreed = await confirm({
      title: t("deleteTitle"),
      description: t("deleteText", { content }),
      okButton: t("delete"),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
    if (agreed) toast.success(t("deleted"));
  };
  const commands: MenuCommand[] = [
    { key: "edit", label: t("edit"), icon: Pencil, onSelect: onOpen },
    {
      key: "pin",
      label: t(isSticky ? "unpin" : "pin"),
      icon: isSticky ? PinOff : Pin,
      onSelect: () => set({ isSticky: !isSticky }),
    },
    ...(onUp ? [{ key: "up", label: t("up"), icon: ArrowUp, onSelect: onUp }] : []),
    ...(onDown ? [{ key: "down", label: t("down"), icon: ArrowDown, onSelect: onDown }] : []),
    ...(origin === "manual"
      ? [{ key: "delete", label: t("delete"), icon: Trash2, onSelect: handleRemove, danger: true, apart: true }]
      : []),
  ];
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      className={cn(
        "flex min-h-12 items-center gap-3 border-b py-1.5",
        isDragging && "relative z-(--z-sticky) bg-background shadow-lg",
        !isShown && "text-fg-3",
      )}
    >
      <span
        ref={setActivatorNodeRef}
        {...listeners}
        title={t("drag")}
        className="cursor-grab text-fg-4 pointer-coarse:hidden"
      >
        <GripVertical aria-hidden size={15} />
      </span>
      <button type="button" onClick={onOpen} className="wrap-anywhere min-w-0 flex-1 text-left text-sm hover:underline">
        {content}
      </button>
      <span className="flex shrink-0 items-center gap-2 max-md:hidden">
        {isSticky && (
          <Badge tone="primary" icon={Pin}>
            {t("sticky")}
          </Badge>
        )}
        {files > 0 && <span className="text-fg-3 text-xs">{t("files", { count: files })}</span>}
        <Badge>{t(`origins.${origin}`)}</Badge>
        <span className="flex w-40 min-w-0 items-center gap-1.5 text-fg-2 text-xs">
          {base && <BaseIcon icon={base.icon} id={base.id} size={18} />}
          <span className="truncate">{base?.name ?? t("everybody")}</span>
        </span>
      </span>
      <Switch
        checked={isShown}
        aria-label={t("showNamed", { content })}
        onCheckedChange={(checked) => set({ isShown: checked })}
      />
      <MoreMenu label={t("more", { content })} commands={commands} />
    </li>
  );
}
