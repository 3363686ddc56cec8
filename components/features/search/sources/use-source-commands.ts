import { CircleStop, FileText, Pencil, RotateCcw, Rss, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { SourceDto } from "@/lib/features/search/sources/dto";
import { useSourceActions } from "@/lib/features/search/sources/hooks";

interface Ways {
  onOpen: (source: SourceDto) => void;
  onPages: (source: SourceDto) => void;
  /** Own sources may be read. */
  personal: boolean;
}

/** What can be done with a source of the list. */
export function useSourceCommands({ onOpen, onPages, personal }: Ways): (source: SourceDto) => MenuCommand[] {
  const t = useTranslations("search-sources");
  const { remove, restore, crawl, stop } = useSourceActions();
  // The failure of each is said by the client's one place.
  const quietly = (work: Promise<unknown>, said: string) =>
    void work.then(
      () => toast.success(said),
      () => undefined,
    );
  const handleDelete = async ({ id, name }: SourceDto) => {
    await confirm({
      title: t("delete.title", { name }),
      description: t("delete.text"),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
  };
  return (source) => {
    const { id, canEdit, state, scope, isIndexed, deletedAt } = source;
    if (deletedAt) {
      const onSelect = () => quietly(restore.mutateAsync(id), t("restored"));
      return [{ key: "restore", label: t("action.restore"), icon: RotateCcw, onSelect }];
    }
    const mayRead = canEdit && isIndexed && (scope === "shared" || personal);
    const reading: MenuCommand =
      state === "running"
        ? {
            key: "stop",
            label: t("action.stop"),
            icon: CircleStop,
            onSelect: () => quietly(stop.mutateAsync(id), t("crawlStopped")),
          }
        : {
            key: "crawl",
            label: t("action.crawl"),
            icon: Rss,
            onSelect: () => quietly(crawl.mutateAsync(id), t("crawlBegun")),
          };
    return [
      {
        key: "open",
        label: t(canEdit ? "action.edit" : "action.view"),
        icon: canEdit ? Pencil : FileText,
        onSelect: () => onOpen(source),
      },
      ...(mayRead ? [reading] : []),
      { key: "pages", label: t("action.pages"), icon: FileText, onSelect: () => onPages(source) },
      ...(canEdit
        ? [
            {
              key: "delete",
              label: t("action.delete"),
              icon: Trash2,
              danger: true,
              apart: true,
              onSelect: () => void handleDelete(source),
            },
          ]
        : []),
    ];
  };
}
