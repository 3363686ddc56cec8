"use client";

import { useSortable } from "@dnd-kit/sortable";
import {
  ArrowDown,
  ArrowUp,
  ExternalLink,
  Eye,
  EyeOff,
  FolderInput,
  GripVertical,
  Pencil,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { MoveButtons } from "@/components/common/move-buttons";
import { MenuIcon } from "@/components/layout/menu-icon";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { MenuDto } from "@/lib/features/menus/dto";
import { useMenuActions } from "@/lib/features/menus/hooks";

interface MenuRowProps {
  item: MenuDto;
  /** Groups of the same half. */
  groups: readonly MenuDto[];
  canDrag: boolean;
  /** Something can be dropped here now: groups among groups, entries among entries. */
  canDrop: boolean;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  onGroup: (group: MenuDto) => void;
  onEdit: () => void;
  /** Entries of a group; they move with it. */
  children?: ReactNode;
}

/** One entry: what it is, where it leads, and everything that can be done with it. */
export function MenuRow(props: MenuRowProps) {
  const { item, canDrag, canDrop, children, isFirst, isLast, onStep, onEdit } = props;
  const t = useTranslations("menus");
  const isEnglish = useLocale().startsWith("en");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
    disabled: { draggable: !canDrag, droppable: !canDrop },
  });
  const [name, other] = isEnglish ? [item.nameEn, item.nameZh] : [item.nameZh, item.nameEn];
  const isGroup = item.type === "group";
  return (
    <div
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      className={cn(isDragging && "relative z-(--z-sticky) rounded-sm shadow-lg")}
    >
      <div
        data-menu={item.key ?? item.id}
        className={cn("flex min-h-11 items-center gap-2 px-2 md:px-3", isGroup ? "bg-subtle" : "bg-background")}
      >
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          aria-label={t("drag", { name })}
          disabled={!canDrag}
          className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-fg-3 hover:bg-muted disabled:cursor-default disabled:text-fg-4 pointer-coarse:size-11"
        >
          <GripVertical aria-hidden size={16} />
        </button>
        {!isGroup && (
          <span className={item.hidden ? "text-fg-4" : "text-fg-3"}>
            <MenuIcon name={item.icon} />
          </span>
        )}
        <button
          type="button"
          onClick={onEdit}
          className={cn(
            "min-w-0 truncate rounded-xs text-left text-sm hover:text-primary-ink",
            isGroup && "font-semibold",
            item.hidden && "text-fg-3",
          )}
        >
          {name}
        </button>
        <span lang={isEnglish ? "zh-CN" : "en"} className="hidden min-w-0 truncate text-fg-3 text-xs sm:block">
          {other}
        </span>
        <States item={item} />
        <span className="ml-auto hidden min-w-0 truncate font-mono text-fg-3 text-xs lg:block">
          {isGroup ? "" : item.path}
        </span>
        <span className="ml-auto flex shrink-0 items-center lg:ml-2">
          <MoveButtons
            labels={{ up: `${t("up")} ${name}`, down: `${t("down")} ${name}` }}
            can={{ up: !isFirst, down: !isLast }}
            onMove={onStep}
            className="max-md:hidden"
          />
          <RowMenu {...props} name={name} />
        </span>
      </div>
      {children}
    </div>
  );
}

function States({ item }: { item: MenuDto }) {
  const t = useTranslations("menus");
  return (
    <span className="flex shrink-0 items-center gap-1">
      {item.type === "link" && <Badge icon={ExternalLink}>{t("type.link")}</Badge>}
      {item.hidden && <Badge icon={EyeOff}>{t("state.hidden")}</Badge>}
      {!item.reachable && <Badge className="max-sm:hidden">{t("state.unreachable")}</Badge>}
      {item.key === null && item.type !== "link" && <Badge className="max-sm:hidden">{t("state.own")}</Badge>}
      {item.changed && !item.hidden && (
        <Badge tone="primary" className="max-sm:hidden">
          {t("state.changed")}
        </Badge>
      )}
    </span>
  );
}

function RowMenu({ item, groups, isFirst, isLast, onStep, onGroup, onEdit, name }: MenuRowProps & { name: string }) {
  const t = useTranslations("menus");
  const router = useRouter();
  const isEnglish = useLocale().startsWith("en");
  const { change, reset, remove } = useMenuActions(() => router.refresh());
  const handleRemove = () =>
    void confirm({
      title: t("deleteDialog.title"),
      description:
        item.type === "link"
          ? t("deleteDialog.link", { name, code: item.permission ?? "" })
          : t("deleteDialog.text", { name }),
      okButton: t("deleteDialog.ok"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(item.id);
        toast.success();
      },
    });
  const elsewhere = item.type === "group" ? [] : groups.filter(({ id }) => id !== item.parentId);
  return (
    <MoreMenu
      label={t("more", { name })}
      commands={[
        { key: "edit", label: t("edit"), icon: Pencil, onSelect: onEdit },
        ...(isFirst ? [] : [{ key: "up", label: t("up"), icon: ArrowUp, onSelect: () => onStep(-1) }]),
        ...(isLast ? [] : [{ key: "down", label: t("down"), icon: ArrowDown, onSelect: () => onStep(1) }]),
        ...elsewhere.map((group) => ({
          key: group.id,
          label: t("moveTo", { group: isEnglish ? group.nameEn : group.nameZh }),
          icon: FolderInput,
          onSelect: () => onGroup(group),
        })),
        ...(item.needed
          ? []
          : [
              {
                key: "hide",
                label: item.hidden ? t("show") : t("hide"),
                icon: item.hidden ? Eye : EyeOff,
                onSelect: () => change.mutate({ id: item.id, hidden: !item.hidden }),
              },
            ]),
        ...(item.changed
          ? [{ key: "reset", label: t("reset"), icon: RotateCcw, onSelect: () => reset.mutate(item.id) }]
          : []),
        ...(item.key === null
          ? [{ key: "delete", label: t("delete"), icon: Trash2, danger: true, apart: true, onSelect: handleRemove }]
          : []),
      ]}
    />
  );
}
