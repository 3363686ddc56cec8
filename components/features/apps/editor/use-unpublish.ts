import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { useAppActions } from "@/lib/features/apps/hooks";

/** Takes an app out of use once that was agreed to. */
export function useUnpublish(id: string): () => Promise<boolean> {
  const t = useTranslations("apps-editor.versions.unpublish");
  const { unpublish } = useAppActions();
  return () =>
    confirm({
      title: t("title"),
      description: t("text"),
      okButton: t("ok"),
      destructive: true,
      onOk: () => unpublish.mutateAsync(id),
    });
}
