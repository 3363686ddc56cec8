"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useBytes } from "@/components/common/use-bytes";
import { SendFile } from "@/components/form/send-file";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import { BASE_ARCHIVE_SIZE_MAX } from "@/lib/config/constants";
import { importBase, knowledgeKeys } from "@/lib/features/knowledge/hooks";
import { useBaseHref } from "../use-base-href";

/** A new base of an exported one. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("knowledge.import");
  const bytes = useBytes();
  const router = useRouter();
  const client = useQueryClient();
  const hrefOf = useBaseHref();
  const handleSent = ({ id }: { id: string }) => {
    void client.invalidateQueries({ queryKey: knowledgeKeys.all });
    toast.success(t("begun"));
    const href = hrefOf({ id });
    if (href) router.push(href);
    else onClose();
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        <p className="text-fg-2">{t("text")}</p>
        <SendFile
          accept=".zip"
          texts={{ choose: t("choose", { size: bytes(BASE_ARCHIVE_SIZE_MAX) }), sending: t("sending") }}
          send={importBase}
          onSent={handleSent}
        />
      </SheetContent>
    </Sheet>
  );
}
