import { Pencil, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

/** Says that the next question takes the place of an earlier one, on a branch of its own. */
export function EditedNote({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("chat.questionActions");
  return (
    <p className="flex items-center gap-2 rounded-md bg-subtle py-0.5 pl-2.5 pr-1 text-sm text-fg-2">
      <Pencil aria-hidden size={14} className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">{t("editing")}</span>
      <IconButton icon={X} size={24} iconSize={14} label={t("cancelEdit")} onClick={onCancel} />
    </p>
  );
}
