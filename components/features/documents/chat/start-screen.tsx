"use client";

import { useQuery } from "@tanstack/react-query";
import { Files } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { NO_FILTER } from "@/lib/features/documents/filter";
import { documentsQuery, useChatActions } from "@/lib/features/documents/hooks";
import { DOCUMENTS_MAX } from "@/lib/features/documents/limits";
import { chatHref, documentHref } from "@/lib/features/documents/paths";
import { DocumentPicker } from "../document-picker";

/** Where conversations begin: choose documents, or upload the first. */
export function StartScreen({ notice }: { notice?: string }) {
  const t = useTranslations("documents.chats");
  const router = useRouter();
  const { create } = useChatActions();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const { data } = useQuery(documentsQuery({ ...NO_FILTER, pageSize: 50 }));
  const handleBegin = async () => {
    const chat = await create.mutateAsync(picked).catch(() => null);
    if (chat) router.push(chatHref(chat.id));
  };
  return (
    <>
      <TopBar title={t("heading")} />
      {notice && (
        <p role="alert" className="border-b bg-warning-soft px-5 py-2 text-sm text-warning-ink">
          {notice}
        </p>
      )}
      {data?.total === 0 ? (
        <EmptyState
          title={t("noDocuments")}
          description={t("noDocumentsText")}
          action={
            <Link href={documentHref()} className={buttonClass("primary")}>
              {t("toDocuments")}
            </Link>
          }
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-8">
          <div className="mx-auto w-full max-w-160">
            <h2 className="text-balance text-2xl font-semibold">{t("choose")}</h2>
            <p className="mt-1 mb-5 text-base text-fg-3">{t("chooseText", { max: DOCUMENTS_MAX })}</p>
            <DocumentPicker initial={[]} onChange={setPicked} />
            <div className="mt-5 flex justify-end gap-2">
              <Link href={documentHref()} className={buttonClass()}>
                <Files aria-hidden size={15} strokeWidth={1.75} />
                {t("toDocuments")}
              </Link>
              <Button
                variant="primary"
                disabled={picked.length === 0}
                loading={create.isPending}
                onClick={() => void handleBegin()}
              >
                {t("begin", { count: picked.length })}
              </Button>
            </div>
          </div>
        </div>
      )}
    </>
  );
}
